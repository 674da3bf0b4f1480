/** The id of the bell in the manifest, under which its badge stands. */
export const bellId = 'notices';

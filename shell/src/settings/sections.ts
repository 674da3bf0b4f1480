/** The sections of the account's settings that the shell has itself: their ids, which addresses name, and their titles. */
export const sectionIds = { locale: 'settings.locale', bands: 'bands.title', looks: 'settings.looks' } as const;

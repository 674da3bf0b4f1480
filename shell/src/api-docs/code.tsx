/** Text that may be wider or longer than its place; it takes the focus so that the keyboard can scroll it. */
export function Code({ label, text }: { label: string; text: string }) {
  return (
    // eslint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- a region that scrolls must be reachable by keyboard
    <pre tabIndex={0} role="region" aria-label={label}>
      {text}
    </pre>
  );
}

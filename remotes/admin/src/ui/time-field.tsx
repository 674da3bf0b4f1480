interface TimeFieldProps {
  label: string;
  /** RFC 3339, or nothing. */
  value: string | undefined;
  onChange: (value: string | undefined) => void;
}

/** A moment, in the browser's own field and zone. */
export function TimeField({ label, value, onChange }: TimeFieldProps) {
  return (
    <label className="field">
      <span className="t3 s12">{label}</span>
      <input type="datetime-local" value={localOf(value)} onChange={(e) => onChange(e.target.value ? new Date(e.target.value).toISOString() : undefined)} />
    </label>
  );
}

/** A moment as the browser's field writes it. */
export function localOf(value: string | undefined): string {
  if (!value) {
    return '';
  }
  const at = new Date(value);
  return new Date(at.getTime() - at.getTimezoneOffset() * 60_000).toISOString().slice(0, 16);
}

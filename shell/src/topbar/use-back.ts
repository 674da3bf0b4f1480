import { useLocation, useNavigate } from '@outrider/sdk/router';

/** Goes back within the product; undefined on the first page, where back would leave it. */
export function useBack(): (() => void) | undefined {
  const navigate = useNavigate();
  useLocation();
  const index = (window.history.state as { idx?: number } | null)?.idx ?? 0;
  return index > 0 ? () => void navigate(-1) : undefined;
}

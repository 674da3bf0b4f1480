/** Made by the build: see the SDK's webpack/provided.cjs. */
declare module 'outrider-provided' {
  /** Loads every shared module. */
  export function loadProvided(): Promise<unknown>;
}

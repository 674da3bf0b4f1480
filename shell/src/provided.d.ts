/** Made by the build: see the SDK's webpack/provided.cjs. */
declare module 'outrider-provided' {
  /** Loads every shared module but the heavy ones, which only `all` includes. */
  export function loadProvided(all?: boolean): Promise<unknown>;
}

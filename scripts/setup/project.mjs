import { fileURLToPath, pathToFileURL } from 'node:url';

/** The project's root folder. */
export const root = fileURLToPath(new URL('../..', import.meta.url)).replace(/[\\/]$/, '');

/** Imports a TypeScript module of the project; needs installed packages. */
export async function importTypeScript(path) {
  const { register } = await import('tsx/esm/api');
  register({ tsconfig: fileURLToPath(new URL('tsconfig.json', projectUrl())) });
  return import(new URL(path, projectUrl()).href);
}

function projectUrl() {
  return pathToFileURL(`${root}/`);
}

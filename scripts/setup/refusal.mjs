/** A reason not to go on that is told as it stands: one line naming cause and remedy, or a command's last output. */
export class Refusal extends Error {
  name = 'Refusal';
}

/** Ends with one clear line on a Node.js too old for the packages used here. */
export function requireNode(version = process.versions.node) {
  const [major = 0, minor = 0] = version.split('.').map(Number);
  if (major > 20 || (major === 20 && minor >= 9)) return;
  throw new Refusal(
    `Node.js 20.9 or newer is needed, and this is ${version}: install a current one from https://nodejs.org`,
  );
}

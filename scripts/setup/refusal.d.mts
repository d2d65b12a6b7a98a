export class Refusal extends Error {}
export function requireNode(version?: string): void;

export function installPackages(options: {
  readonly dev: boolean;
  readonly signal?: AbortSignal;
  readonly folder?: string;
}): Promise<string>;

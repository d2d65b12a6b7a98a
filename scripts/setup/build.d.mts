export function buildApplication(options: { readonly signal?: AbortSignal }): Promise<string>;
export function isBuildCurrent(): boolean;

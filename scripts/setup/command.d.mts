export interface CommandOptions {
  readonly env?: Readonly<Record<string, string | undefined>>;
  readonly signal?: AbortSignal;
  readonly echo?: boolean;
  readonly onOutput?: (text: string) => void;
  readonly cwd?: string;
  readonly timeoutMs?: number;
}
export function runCommand(file: string, args: readonly string[], options?: CommandOptions): Promise<number | null>;
export function mustRun(name: string, file: string, args: readonly string[], options?: CommandOptions): Promise<string>;

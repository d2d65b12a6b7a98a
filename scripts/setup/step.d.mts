export function print(line?: string): void;
export function step(label: string, act: () => Promise<string | undefined>): Promise<void>;
export function duration(started: number): string;

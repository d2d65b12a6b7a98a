import type { Operator } from './operator';

/** One `--option VALUE` of a command. */
export interface Option {
  /** What stands for its value in the usage line. */
  readonly value: string;
  readonly help: string;
  readonly required?: true;
  /** May be given several times, and takes comma-separated lists. */
  readonly list?: true;
}

/** What a command answers: the JSON document of `--json`, which is also what is printed as text. */
export type Result = Readonly<Record<string, unknown>>;

/** One verb of one noun, as its help describes it. */
export type Command = DatabaseCommand | LoneCommand;

/** Where a command runs that opens its own database, or none. */
export interface Place {
  readonly env: NodeJS.ProcessEnv;
}

/** A command that works whatever state everything is in. */
export interface LoneCommand extends CommandHelp {
  readonly runAlone: (place: Place, args: Arguments) => Promise<Result>;
  /** Whether that result means that something is wrong, for the exit code. */
  readonly isFailure: (result: Result) => boolean;
}

export interface DatabaseCommand extends CommandHelp {
  /** True for what brings the schema about and so cannot ask for it. */
  readonly anySchema?: true;
  readonly run: (operator: Operator, args: Arguments) => Promise<Result>;
}

interface CommandHelp {
  /** `todo create`, or a noun that is its own verb: `sweep`. */
  readonly name: string;
  readonly summary: string;
  /** Names of the ids that it acts on, all required. */
  readonly positionals?: readonly string[];
  readonly options?: Readonly<Record<string, Option>>;
  /** Options without a value, with what they say. */
  readonly flags?: Readonly<Record<string, string>>;
  readonly examples: readonly string[];
}

/** The arguments of one call, checked against its command. */
export class Arguments {
  constructor(
    private readonly positionals: readonly string[],
    private readonly options: ReadonlyMap<string, readonly string[]>,
    private readonly flags: ReadonlySet<string>,
  ) {}

  /** The positional of that index; parsing has made sure that it is there. */
  positional(index: number): string {
    return this.positionals[index] ?? '';
  }

  /** The value of a required option. */
  required(name: string): string {
    return this.optional(name) ?? '';
  }

  optional(name: string): string | undefined {
    return this.options.get(name)?.[0];
  }

  /** All values of a list option, split at commas; undefined when it was not given. */
  list(name: string): string[] | undefined {
    return this.options.get(name)?.flatMap((value) =>
      value
        .split(',')
        .map((part) => part.trim())
        .filter(Boolean),
    );
  }

  flag(name: string): boolean {
    return this.flags.has(name);
  }
}

import { parse } from 'postgres-array';

/** Element and array type of what may travel as an array, by their fixed numbers in pg_type. */
const ARRAYS: readonly (readonly [element: number, array: number])[] = [
  [16, 1000], // bool
  [20, 1016], // int8
  [21, 1005], // int2
  [23, 1007], // int4
  [25, 1009], // text
  [114, 199], // json
  [701, 1022], // float8
  [1043, 1015], // varchar
  [1184, 1185], // timestamptz
  [1700, 1231], // numeric
  [2950, 2951], // uuid
  [3802, 3807], // jsonb
];

/** The tables in which the driver keeps how values are read and written, by type. */
export interface Codecs {
  readonly parsers: Record<number, ((text: string) => unknown) | undefined>;
  readonly serializers: Record<number, ((value: unknown) => unknown) | undefined>;
}

/**
 * Teaches the driver its arrays. It would ask the server for them on each new connection instead, and a connection lost at that
 * moment is a rejection that nobody can handle.
 */
export function addArrayTypes({ parsers, serializers }: Codecs): void {
  for (const [element, array] of ARRAYS) {
    const read = parsers[element] ?? ((text: string) => text);
    parsers[array] = (text) => parse(text, read);
    serializers[array] = (value) => (Array.isArray(value) ? write(value, serializers[element]) : value);
  }
}

function write(values: readonly unknown[], serialize: ((value: unknown) => unknown) | undefined): string {
  const items = values.map((value) => {
    if (Array.isArray(value)) return write(value, serialize);
    if (value === null || value === undefined) return 'null';
    return `"${String(serialize ? serialize(value) : value).replace(/["\\]/g, '\\$&')}"`;
  });
  return `{${items.join(',')}}`;
}

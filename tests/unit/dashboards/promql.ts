import { parser } from '@prometheus-io/lezer-promql';

/** One metric that an expression selects. */
export interface Selector {
  readonly metric: string;
  readonly matchers: readonly { readonly label: string; readonly operator: string; readonly value: string }[];
}

/** What an expression names. */
export interface Expression {
  readonly isWellFormed: boolean;
  readonly selectors: readonly Selector[];
  /** Labels of `by`, `without`, `on` and `ignoring`. */
  readonly groupings: readonly string[];
}

/** Reads an expression with Prometheus's own grammar. */
export function readPromql(text: string): Expression {
  const selectors: { metric: string; matchers: { label: string; operator: string; value: string }[] }[] = [];
  const groupings: string[] = [];
  let isWellFormed = true;
  parser.parse(text).iterate({
    enter: (node) => {
      const { from, to } = node;
      if (node.type.isError) isWellFormed = false;
      if (node.name === 'VectorSelector') selectors.push({ metric: '', matchers: [] });
      const current = selectors.at(-1);
      const parent = node.node.parent?.name;
      if (node.name === 'Identifier' && parent === 'VectorSelector' && current) current.metric = text.slice(from, to);
      if (node.name === 'LabelName' && parent === 'GroupingLabels') groupings.push(text.slice(from, to));
      if (node.name === 'UnquotedLabelMatcher' && current) {
        const [, label = '', operator = '', value = ''] =
          /^(\w+)\s*(=~|!~|!=|=)\s*"(.*)"$/s.exec(text.slice(from, to)) ?? [];
        current.matchers.push({ label, operator, value });
      }
    },
  });
  return { isWellFormed, selectors, groupings };
}

import { heightOf, type MinuteBar, type QueuePage } from '@/lib/board/queue-page';
import styles from './queue-chart.module.css';

const HEIGHT = 96;
const STEP = 10;
const BAR = 8;

/** The attempts that ended in each of the last 60 minutes, and how they ended; the same is said in words and in a table. */
export function QueueChart({ page }: { page: QueuePage }) {
  const { bars, highest, inWords, outcomes } = page;
  const ended = outcomes.reduce((sum, { count }) => sum + count, 0);
  return (
    <section aria-labelledby="hour-title" className={styles.section}>
      <h2 id="hour-title">Last 60 minutes</h2>
      <p>{inWords}</p>
      {ended > 0 && (
        <>
          <svg
            role="img"
            aria-label={`Attempts ended per minute, at most ${highest}`}
            viewBox={`0 0 ${bars.length * STEP} ${HEIGHT}`}
            preserveAspectRatio="none"
            className={styles.chart}
          >
            {[...bars.entries()].map(([place, bar]) => (
              <Bar key={bar.at} bar={bar} x={place * STEP + 1} highest={highest} />
            ))}
          </svg>
          <p className={styles.axis}>
            <span>{bars[0]?.at} UTC</span>
            <span>{bars.at(-1)?.at} UTC</span>
          </p>
          <dl className={styles.outcomes}>
            {outcomes.map(({ name, count }) => (
              <div key={name} className={`${styles.outcome} ${styles[name]}`}>
                <dt>{name}</dt>
                <dd>{count.toLocaleString('en')}</dd>
              </div>
            ))}
          </dl>
        </>
      )}
    </section>
  );
}

/** One minute, stacked from below; deaths are drawn hollow, so that they differ without colour. */
function Bar({ bar, x, highest }: { bar: MinuteBar; x: number; highest: number }) {
  if (heightOf(bar) === 0) return <rect className={styles.none} x={x} y={HEIGHT - 1} width={BAR} height={1} />;
  const parts = (['completed', 'failed', 'died', 'other'] as const).map((name) => ({
    name,
    height: (bar[name] / highest) * (HEIGHT - 2),
  }));
  let top = HEIGHT;
  return (
    <>
      {parts.map(({ name, height }) => {
        top -= height;
        return height === 0 ? null : (
          <rect key={name} className={styles[name]} x={x} y={top} width={BAR} height={height} />
        );
      })}
    </>
  );
}

import { PLACES } from '../_shortcuts';
import controls from './controls.module.css';
import styles from './table.module.css';

/** The keys, and the switch that turns them off. */
export function ShortcutSettings({ isOn }: { isOn: boolean }) {
  return (
    <>
      <form method="post" action="/shortcuts" className={controls.row}>
        <p>Single keys {isOn ? 'work on every page, but not while you type' : 'are switched off'}.</p>
        <button type="submit" name="shortcuts" value={isOn ? 'off' : 'on'} className={controls.button}>
          {isOn ? 'Switch them off' : 'Switch them on'}
        </button>
      </form>
      <table className={styles.table}>
        <caption className={styles.caption}>What the keys do</caption>
        <thead>
          <tr>
            <th scope="col">Keys</th>
            <th scope="col">Does</th>
          </tr>
        </thead>
        <tbody>
          {PLACES.map(({ key, name }) => (
            <tr key={key}>
              <td className={styles.keys}>
                <kbd>g</kbd> then <kbd>{key}</kbd>
              </td>
              <td>Go to {name}</td>
            </tr>
          ))}
          <tr>
            <td>
              <kbd>/</kbd>
            </td>
            <td>Go to the search field of the page</td>
          </tr>
          <tr>
            <td>
              <kbd>?</kbd>
            </td>
            <td>Show this list</td>
          </tr>
        </tbody>
      </table>
    </>
  );
}

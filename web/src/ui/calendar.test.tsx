import { renderToStaticMarkup } from 'react-dom/server';
import { expect, test } from 'vitest';
import { Calendar } from './calendar.tsx';

const props = { value: null, onValueChange: () => {}, today: '2026-03-18' };

test('weeks before the first date are not shown @booking.current-week', () => {
  const shown = renderToStaticMarkup(<Calendar {...props} min="2026-03-18" max="2026-04-17" />);
  expect(shown).not.toContain('March 14th, 2026');
  expect(shown).toContain('March 15th, 2026');
  expect(renderToStaticMarkup(<Calendar {...props} />)).toContain('March 14th, 2026');
});

test('the month of the initial date is shown while no date is selected @booking.current-week', () => {
  expect(renderToStaticMarkup(<Calendar {...props} initialDate="2026-04-01" />)).toContain(
    'April 2026',
  );
});

test('the label of a crossed-out date says why it is crossed out @booking.current-week', () => {
  const shown = renderToStaticMarkup(
    <Calendar
      {...props}
      getCrossedOutReason={(date) => (date === '2026-03-19' ? 'no jobs there' : null)}
    />,
  );
  expect(shown).toContain('Thursday, March 19th, 2026, no jobs there');
  expect(shown.match(/no jobs there/g)).toHaveLength(1);
});

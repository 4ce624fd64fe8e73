import { Monitor, Moon, Sun } from 'lucide-react';
import { classNames } from '../ui/class-names.ts';
import { useTheme, type Theme } from './theme.ts';

const choices: readonly { theme: Theme; label: string; Icon: typeof Sun }[] = [
  { theme: 'light', label: 'Light theme', Icon: Sun },
  { theme: 'system', label: 'System theme', Icon: Monitor },
  { theme: 'dark', label: 'Dark theme', Icon: Moon },
];

/** Offers the light theme, the dark theme, and the device's theme. */
export function ThemeChoice() {
  const [theme, choose] = useTheme();
  return (
    <div role="group" aria-label="Theme" className="flex rounded-md border border-line p-0.5">
      {choices.map(({ theme: offeredTheme, label, Icon }) => (
        <button
          key={offeredTheme}
          type="button"
          aria-label={label}
          aria-pressed={theme === offeredTheme}
          data-tooltip={label}
          onClick={() => choose(offeredTheme)}
          className={classNames(
            'inline-flex min-h-9 flex-1 items-center justify-center rounded-sm px-3 text-ink-faint pointer-coarse:min-h-touch',
            'hover:text-ink aria-pressed:bg-well aria-pressed:text-ink',
          )}
        >
          <Icon className="size-4" aria-hidden />
        </button>
      ))}
    </div>
  );
}

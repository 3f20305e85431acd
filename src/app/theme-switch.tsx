import { useEffect, useId, useState } from 'react';
import { chooseTheme, readTheme, type Theme, themes, watchTheme } from './theme.ts';

const labels: Record<Theme, string> = { light: 'Light', dark: 'Dark', system: 'System' };

export function ThemeSwitch() {
  const [theme, setTheme] = useState(readTheme);
  const name = useId();
  useEffect(() => watchTheme(setTheme), []);

  function choose(next: Theme) {
    setTheme(next);
    chooseTheme(next);
  }

  return (
    <fieldset className="grid grid-cols-3 gap-1 rounded-control border border-hairline bg-sunken p-1">
      <legend className="sr-only">Theme</legend>
      {themes.map((option) => (
        <label
          key={option}
          className="relative grid min-h-9 place-items-center rounded-[0.4375rem] text-micro font-medium text-muted transition-colors hover:text-ink has-checked:bg-surface has-checked:text-ink has-checked:ring-1 has-checked:ring-control"
        >
          <input
            type="radio"
            name={name}
            value={option}
            checked={theme === option}
            onChange={() => choose(option)}
            className="absolute inset-0 cursor-pointer appearance-none outline-none"
          />
          {labels[option]}
        </label>
      ))}
    </fieldset>
  );
}

import { type ParseArgsConfig, parseArgs } from 'node:util';

type Flags = NonNullable<ParseArgsConfig['options']>;

type Parsed<T extends Flags> = ReturnType<typeof parseArgs<{ options: T; allowPositionals: true }>>;

/**
 * The flags and words that a command was started with. If it does not know one of them, it says which flags there are,
 * and ends with 2: `--help` is thus answered too.
 *
 * @param options what Node's `parseArgs` takes
 */
export function readFlags<T extends Flags>(
  options: T,
  {
    allowPositionals = false,
    args = process.argv.slice(2),
  }: Pick<ParseArgsConfig, 'allowPositionals' | 'args'> = {},
): Parsed<T> {
  try {
    return parseArgs({ options, allowPositionals, args });
  } catch (error) {
    console.error(error instanceof Error ? error.message : error);
    console.error(`Its flags: ${Object.entries(options).map(inWords).join(', ')}`);
    process.exit(2);
  }
}

function inWords([name, { type, default: usual }]: [string, Flags[string]]) {
  if (type === 'boolean') return `--${name}`;
  return `--${name} ${usual ?? '…'}`;
}

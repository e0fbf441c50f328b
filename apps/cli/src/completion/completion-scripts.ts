import type { CommandDefinition, OptionDefinition } from '../options/command-definition.ts';
import { listOptions } from '../options/parse-command-line.ts';

/** The shells for which there is a completion. */
export const SHELLS = ['bash', 'zsh', 'fish'] as const;

export type Shell = (typeof SHELLS)[number];

/** Returns the script that completes commands, options and their values in a shell. */
export function formatCompletion(shell: Shell, commands: readonly CommandDefinition[]): string {
  return { bash: formatBash, zsh: formatZsh, fish: formatFish }[shell](groupCommands(commands));
}

/** The commands that begin with the same word. The options of all of them are suggested. */
interface CommandGroup {
  readonly name: string;
  readonly summary: string;
  readonly subcommands: readonly { readonly name: string; readonly summary: string }[];
  readonly options: readonly OptionDefinition[];
  readonly hasPath: boolean;
}

function groupCommands(commands: readonly CommandDefinition[]): CommandGroup[] {
  const groups = Map.groupBy(commands, ({ name }) => name.split(' ')[0] ?? '');
  return [...groups].map(([name, group]) => ({
    name,
    summary: group[0]?.summary ?? '',
    subcommands: group.flatMap((command) =>
      command.name === name ? [] : [{ name: command.name.slice(name.length + 1), summary: command.summary }],
    ),
    options: [...new Map(group.flatMap(listOptions).map((option) => [option.name, option])).values()],
    hasPath: group.some(({ positionals }) => positionals?.some((each) => each.isPath) === true),
  }));
}

function isPath({ value }: OptionDefinition): boolean {
  return value === 'PATH';
}

function formatBash(commands: readonly CommandGroup[]): string {
  const cases = commands.map(({ name: command, subcommands, options, hasPath }) => {
    const names = options.flatMap(({ name, short }) => [`--${name}`, ...(short ? [`-${short}`] : [])]);
    const words = [...subcommands.map(({ name }) => name), ...names].join(' ');
    return `    "${command}") options="${words}"; files=${hasPath} ;;`;
  });
  const all = commands.flatMap(({ name: command, options }) => options.map((option) => ({ ...option, command })));
  const values = all
    .filter(({ choices }) => choices)
    .map(({ command, name, choices = [] }) => `    "${command}:--${name}") words="${choices.join(' ')}" ;;`);
  const paths = [...new Set(all.filter(isPath).map(({ name }) => `--${name}`))].join('|');
  return `# Completion of context-sync for bash. Add to ~/.bashrc: source <(context-sync completion bash)
_context_sync() {
  local current=\${COMP_WORDS[COMP_CWORD]} previous=\${COMP_WORDS[COMP_CWORD-1]} command=\${COMP_WORDS[1]}
  local options="" words="" files=false
  COMPREPLY=()
  if [ "$COMP_CWORD" -eq 1 ]; then
    COMPREPLY=($(compgen -W "${commands.map(({ name }) => name).join(' ')} --help --version" -- "$current"))
    return
  fi
  # bash treats "=" as a word of its own.
  if [ "$previous" = "=" ]; then previous=\${COMP_WORDS[COMP_CWORD-2]}; fi
  if [ "$current" = "=" ]; then current=""; fi
  case "$previous" in
    ${paths}|-C|-o) COMPREPLY=($(compgen -f -- "$current")); return ;;
  esac
  case "$command:$previous" in
${values.join('\n')}
  esac
  if [ -n "$words" ]; then COMPREPLY=($(compgen -W "$words" -- "$current")); return; fi
  case "$command" in
${cases.join('\n')}
  esac
  if [ "$files" = true ] && [[ "$current" != -* ]]; then COMPREPLY=($(compgen -f -- "$current")); return; fi
  COMPREPLY=($(compgen -W "$options" -- "$current"))
}
complete -o filenames -F _context_sync context-sync
`;
}

function formatZsh(commands: readonly CommandGroup[]): string {
  const names = commands.map(({ name, summary }) => `    ${quoteShell(`${name}:${summary}`)}`);
  const cases = commands.map(({ name: command, subcommands, options, hasPath }) => {
    const specs = options.flatMap((option) => {
      const { name, short, value, choices } = option;
      const action =
        value === undefined ? '' : `:${value}:${choices ? `(${choices.join(' ')})` : isPath(option) ? '_files' : ''}`;
      const text = `[${escapeZsh(option.description)}]${action}`;
      return [
        quoteShell(`--${name}${value === undefined ? '' : '='}${text}`),
        ...(short ? [quoteShell(`-${short}${text}`)] : []),
      ];
    });
    const words =
      subcommands.length === 0 ? [] : [quoteShell(`1:command:(${subcommands.map(({ name }) => name).join(' ')})`)];
    const files = hasPath ? [`'*:file:_files'`] : [];
    return `    ${command}) _arguments ${[...words, ...specs, ...files].join(' \\\n      ')} ;;`;
  });
  return `#compdef context-sync
# Completion of context-sync for zsh. Write it to a folder of $fpath: context-sync completion zsh > ~/.zsh/_context-sync
_context_sync() {
  local -a commands
  commands=(
${names.join('\n')}
  )
  if (( CURRENT == 2 )); then
    _describe command commands
    return
  fi
  local command=$words[2]
  shift words
  (( CURRENT-- ))
  case $command in
${cases.join('\n')}
  esac
}
compdef _context_sync context-sync
`;
}

function formatFish(commands: readonly CommandGroup[]): string {
  const lines = commands.flatMap(({ name, summary, subcommands, options, hasPath }) => {
    const condition = `-n ${quoteShell(`__fish_seen_subcommand_from ${name}`)}`;
    const optionLines = options.map((option) => {
      const { name: long, short, value, choices, description } = option;
      const required = value === undefined ? '' : isPath(option) ? ' -r -F' : ' -x';
      const list = choices ? ` -a ${quoteShell(choices.join(' '))}` : '';
      return `complete -c context-sync ${condition} -l ${long}${short ? ` -s ${short}` : ''}${required}${list} -d ${quoteShell(description)}`;
    });
    return [
      `complete -c context-sync -n __fish_use_subcommand -a ${name} -d ${quoteShell(summary)}`,
      ...subcommands.map(
        (each) => `complete -c context-sync ${condition} -a ${each.name} -d ${quoteShell(each.summary)}`,
      ),
      ...optionLines,
      ...(hasPath ? [`complete -c context-sync ${condition} -F`] : []),
    ];
  });
  return `# Completion of context-sync for fish: context-sync completion fish > ~/.config/fish/completions/context-sync.fish
complete -c context-sync -f
${lines.join('\n')}
`;
}

function quoteShell(text: string): string {
  return `'${text.replaceAll('`', '').replaceAll("'", "'\\''")}'`;
}

function escapeZsh(text: string): string {
  return text.replaceAll(/[[\]:\\]/g, '\\$&');
}

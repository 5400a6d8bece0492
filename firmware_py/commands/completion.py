"""`sideline completion SHELL`: a script that lets a shell complete commands, options and values."""

from __future__ import annotations

import sys
from collections.abc import Iterator

from engine import GAMES
from engine.verdicts import say
from firmware_py.commands.help import Texts
from firmware_py.commands.shared.options import Arguments, with_suggestion
from firmware_py.commands.shared.table import COMMANDS, GLOBAL, HIDDEN, SHELLS, Command, CommandOption
from firmware_py.config.configuration import SETTINGS
from firmware_py.errors import UserError
from firmware_py.i18n.translations import Translations

FILES = ("FILE", "RECORD", "FOLDER")


def main(given: Arguments, translations: Translations) -> int:
    """Print the script of a shell."""
    shell = given.arguments[0] if given.arguments else ""
    if not shell:
        raise UserError(say("completion.no-shell", shells=SHELLS))
    if shell not in SHELLS:
        why = say("completion.which", given=shell, shells=SHELLS)
        raise UserError(with_suggestion(why, shell, SHELLS))
    sys.stdout.write(script(shell, translations.language))
    return 0


def script(shell: str, language: str = "en") -> str:
    """Return the script of a shell."""
    return {"bash": _bash, "zsh": _zsh, "fish": _fish}[shell](Texts(language))


def visible() -> list[Command]:
    """Return the commands that are completed."""
    return [command for command in COMMANDS.values() if command.group != HIDDEN]


def words_after(command: Command) -> tuple[str, ...]:
    """Return the words that can follow a command, beside options and files."""
    words = [*command.verbs]
    for use in command.uses.values():
        if "GAME" in use:
            words += [game.name for game in GAMES.values() if "LEVEL" not in use or game.levels]
        if "LEVEL" in use:
            words += [level for game in GAMES.values() for level in game.levels]
        if "SHELL" in use:
            words += SHELLS
    return tuple(dict.fromkeys(words))


def takes_files(command: Command) -> bool:
    """Return whether a file or a folder can follow a command."""
    uses = [*command.uses.values(), *(["FILE"] if command.name == "config" else [])]
    return any(word in use for use in uses for word in FILES)


def values_of(option: CommandOption) -> tuple[str, ...]:
    """Return the words that can follow an option, if they are few."""
    if option.name == "option":
        known = [each for game in GAMES.values() for each in game.options]
        return tuple(dict.fromkeys(f"{each.tag.lower()}={value}" for each in known for value in each.values
                                   if " " not in value))  # fmt: skip
    if option.name in {"set", "unset"}:
        return tuple(f"{name}=" if option.name == "set" else name for name in SETTINGS)
    return option.values


def _options(command: Command) -> Iterator[CommandOption]:
    return (option for option in (*command.options, *GLOBAL) if not option.is_internal)


def _typed(option: CommandOption) -> list[str]:
    return [f"--{option.name}", *([f"-{option.short}"] if option.short else [])]


BASH_HEAD = """\
# completion of sideline for bash
_sideline() {
    local current=${COMP_WORDS[COMP_CWORD]} before=${COMP_WORDS[COMP_CWORD-1]} at=$COMP_CWORD
    local command= name= last= word
    # bash parts words at "=": put name=value together again
    if [[ $current == = ]]; then current=; at=$((at+1)); fi
    if [[ ${COMP_WORDS[at-1]} == = ]]; then
        before=${COMP_WORDS[at-2]}
        if [[ $before != -* ]]; then name=$before=; current=$name$current; before=${COMP_WORDS[at-3]}; fi
    fi
    for word in "${COMP_WORDS[@]:1:COMP_CWORD-1}"; do
        case $last in GLOBAL_NAMES) [[ $word == = ]] || last=; continue ;; esac
        case $word in -*|=) last=$word ;; *) command=$word; break ;; esac
    done
    COMPREPLY=()
    case $command:$before in
"""
BASH_TAIL = """\
    esac
    COMPREPLY=("${COMPREPLY[@]#"$name"}")
    [[ ${COMPREPLY[0]} == *= ]] && compopt -o nospace
}
complete -o filenames -F _sideline sideline
"""


def _bash(_texts: Texts) -> str:
    typed = "|".join(name for option in GLOBAL if option.value for name in _typed(option))
    lines = BASH_HEAD.replace("GLOBAL_NAMES", typed).splitlines()
    rows = [
        (command.name, option) for command in visible() for option in command.options if not option.is_internal
    ]
    for command, option in [*rows, *(("*", option) for option in GLOBAL)]:
        if option.value:
            names = "|".join(f"{command}:{name}" for name in _typed(option))
            lines.append(f"    {names}) {_bash_words(values_of(option), option.value)} ;;")
    for each in visible():
        words = " ".join(f"--{option.name}" for option in _options(each))
        after = " ".join(words_after(each))
        files = ' COMPREPLY+=($(compgen -f -- "$current"));' if takes_files(each) else ""
        lines.append(f"    {each.name}:*)")
        lines.append(f'        if [[ $current == -* ]]; then COMPREPLY=($(compgen -W "{words}" -- "$current"))')
        lines.append(f'        else COMPREPLY=($(compgen -W "{after}" -- "$current"));{files} fi ;;')
    names = " ".join(["help", *(command.name for command in visible())])
    first = " ".join(f"--{option.name}" for option in GLOBAL)
    lines.append(f'    :*|help:*) COMPREPLY=($(compgen -W "{names} {first}" -- "$current")) ;;')
    return "\n".join(lines) + "\n" + BASH_TAIL


def _bash_words(values: tuple[str, ...], word: str) -> str:
    if values:
        return f'COMPREPLY=($(compgen -W "{" ".join(values)}" -- "$current"))'
    return 'COMPREPLY=($(compgen -f -- "$current"))' if word in FILES else ":"


def _about(text: str) -> str:
    """Return a description without quotes and backslashes, which a shell reads, and with plain spaces."""
    return text.replace("\\", "").replace("'", "’").replace("\u00a0", " ").replace("\u202f", " ")


def _zsh_about(text: str) -> str:
    """Return a description in which no character has a meaning for zsh."""
    return "".join(f"\\{sign}" if sign in r"\:[]" else sign for sign in _about(text))


ZSH_HEAD = """\
#compdef sideline

_sideline() {
    local -a commands
    local curcontext=$curcontext state line
    commands=(
"""
ZSH_TAIL = """\
        help) (( CURRENT == 2 )) && _describe command commands ;;
        esac ;;
    esac
}

_sideline "$@"
"""


def _zsh(texts: Texts) -> str:
    lines = ZSH_HEAD.splitlines()
    lines += [f"        '{command.name}:{_zsh_about(texts.table[command.name])}'" for command in visible()]
    lines += [f"        'help:{_zsh_about(texts.table['option.help'])}'", "    )", "    _arguments -C \\"]
    lines += [f"        {_zsh_option(option, texts, '')} \\" for option in GLOBAL]
    # what follows the command belongs to it alone: "(-)" keeps the options of this call out of the list
    lines += ["        '(-)1:command:->command' '(-)*::argument:->argument'", "    case $state in"]
    lines += ["    command) _describe command commands ;;", "    argument)", "        case $words[1] in"]
    for command in visible():
        lines.append(f"        {command.name}) _arguments \\")
        specs = [*(_zsh_option(option, texts, command.name) for option in _options(command))]
        specs += [f"'*:argument:{action}'" for action in [_zsh_arguments(command)] if action]
        lines += [f"            {spec} \\" for spec in specs[:-1]]
        lines.append(f"            {specs[-1]} ;;")
    return "\n".join(lines) + "\n" + ZSH_TAIL


def _zsh_arguments(command: Command) -> str:
    """Return how zsh completes what is not an option: as words, files or both; empty if nothing follows."""
    words = " ".join(words_after(command))
    if words and takes_files(command):  # in braces: _alternative does not take the options of _arguments
        return f'{{_alternative "words:word:({words})" "files:file:_files"}}'
    return f"({words})" if words else ("_files" if takes_files(command) else "")


def _zsh_option(option: CommandOption, texts: Texts, command: str) -> str:
    """Return an option for zsh: `--name VALUE`, `--name=VALUE`, `-n VALUE`, `-nVALUE`; once unless it repeats."""
    about, values = _zsh_about(texts.option(command, option)), " ".join(values_of(option))
    action = f"({values})" if values else ("_files" if option.value in FILES else " ")
    if values.endswith("="):
        # the value follows without a space; an action that begins with one is called as it is
        action = f' compadd -S "" -- {values}'
    takes = f":{option.value}:{action}" if option.value else ""
    others = "" if option.repeats else f"({' '.join(_typed(option))})"
    star, ends = "*" if option.repeats else "", ("=", "+") if option.value else ("", "")
    return " ".join(
        f"'{others}{star}{name}{end}[{about}]{takes}'" for name, end in zip(_typed(option), ends, strict=False)
    )


FISH_HEAD = """\
# completion of sideline for fish
function __sideline_wants_command  # no command yet; a value of an option is not one
    set -l is_value no
    for word in (commandline -opc)[2..-1]
        if test $is_value = yes
            set is_value no
            continue
        end
        switch $word
            case GLOBAL_NAMES
                set is_value yes
            case '-*'
            case '*'
                return 1
        end
    end
end
complete -c sideline -f
"""


def _fish(texts: Texts) -> str:
    typed = " ".join(name for option in GLOBAL if option.value for name in _typed(option))
    lines = FISH_HEAD.replace("GLOBAL_NAMES", typed).splitlines()
    first = "complete -c sideline -n __sideline_wants_command -a"
    lines.append(f"{first} help -d '{_about(texts.table['option.help'])}'")
    names = " ".join(command.name for command in visible())
    lines.append(f"complete -c sideline -n '__fish_seen_subcommand_from help' -a '{names}'")
    lines += [f"complete -c sideline {_fish_option(option, texts, '')}" for option in GLOBAL]
    for command in visible():
        lines.append(f"{first} {command.name} -d '{_about(texts.table[command.name])}'")
        here = f"complete -c sideline -n '__fish_seen_subcommand_from {command.name}'"
        lines += [
            f"{here} {_fish_option(one, texts, command.name)}" for one in command.options if not one.is_internal
        ]
        if words := " ".join(words_after(command)):
            lines.append(f"{here} -a '{words}'")
        if takes_files(command):
            lines.append(f"{here} -F")
    return "\n".join(lines) + "\n"


def _fish_option(option: CommandOption, texts: Texts, command: str) -> str:
    short = f"-s {option.short} " if option.short else ""
    values = " ".join(values_of(option))
    takes = (
        ""
        if not option.value
        else (f" -x -a '{values}'" if values else (" -r -F" if option.value in FILES else " -x"))
    )
    return f"{short}-l {option.name}{takes} -d '{_about(texts.option(command, option))}'"

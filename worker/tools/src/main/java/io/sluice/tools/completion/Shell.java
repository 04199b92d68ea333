package io.sluice.tools.completion;

import picocli.AutoComplete;
import picocli.CommandLine;

/** Lists the shells whose command lines can be completed, spelled as the user writes them. */
enum Shell {
  bash {
    @Override
    String script(CommandLine line) {
      return AutoComplete.bash(line.getCommandName(), line);
    }
  },
  /** By its own emulation of bash's completion, which the script loads. */
  zsh {
    @Override
    String script(CommandLine line) {
      return "#compdef %s\n%s".formatted(line.getCommandName(), bash.script(line));
    }
  },
  fish {
    @Override
    String script(CommandLine line) {
      return new FishScript(line).text();
    }
  };

  /** Returns what the shell has to source. */
  abstract String script(CommandLine line);
}

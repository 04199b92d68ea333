package io.sluice.tools.completion;

import picocli.AutoComplete;
import picocli.CommandLine;

/** Lists the shells whose command lines can be completed. */
enum Shell {
  BASH {
    @Override
    String script(CommandLine line) {
      return AutoComplete.bash(line.getCommandName(), line);
    }
  },
  /** By its own emulation of bash's completion, which the script loads. */
  ZSH {
    @Override
    String script(CommandLine line) {
      return "#compdef %s\n%s".formatted(line.getCommandName(), BASH.script(line));
    }
  },
  FISH {
    @Override
    String script(CommandLine line) {
      return new FishScript(line).text();
    }
  };

  /** Returns what the shell has to source. */
  abstract String script(CommandLine line);
}

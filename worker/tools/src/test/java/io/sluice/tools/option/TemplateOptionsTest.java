package io.sluice.tools.option;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.sluice.settings.TemplateSettings;
import io.sluice.template.WorkExecutor;
import java.util.List;
import org.junit.jupiter.api.Test;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.ParameterException;

class TemplateOptionsTest {
  @Command
  private static final class Options {
    @Mixin private TemplateOptions templates;
  }

  private static TemplateOptions parsed(String... options) {
    Options command = new Options();
    new CommandLine(command).parseArgs(options);
    return command.templates;
  }

  @Test
  void templatesArePropagatedOnRequestOnly() {
    assertThat(parsed().settings()).isEmpty();
    assertThat(parsed("--karmada").settings()).hasValue(TemplateSettings.DEFAULTS);
  }

  @Test
  void listsAreWrittenWithCommas() {
    assertThat(
            parsed(
                    "--karmada",
                    "--karmada-machine-keys=example.com/a,b",
                    "--karmada-excluded-namespaces=ops,team-*",
                    "--karmada-executor=karmada-agent")
                .settings())
        .hasValue(
            new TemplateSettings(
                List.of("example.com/a", "b"),
                List.of("ops", "team-*"),
                WorkExecutor.KARMADA_AGENT));
  }

  @Test
  void whatCannotBeIsRefused() {
    assertThatThrownBy(() -> parsed("--karmada-excluded-namespaces=*-x"))
        .isInstanceOf(ParameterException.class)
        .hasMessageContaining("it is no name of a namespace. Write names such as ops or team-*");
    assertThatThrownBy(() -> parsed("--karmada-executor=flux"))
        .isInstanceOf(ParameterException.class)
        .hasMessageContaining("it is none of none, karmada-agent.");
  }
}

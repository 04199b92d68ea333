package io.sluice.tools.terminal;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Map;
import java.util.Properties;
import org.junit.jupiter.api.Test;

class TerminalTest {
  @Test
  void aPipeHasThePlainStyleEvenIfTheInputIsATerminal() {
    Terminal terminal = Terminal.of(Map.of("COLUMNS", "200"), terminals("true", "false"), true);

    assertThat(terminal).isEqualTo(new Terminal(true, false, 24, TerminalStyle.PLAIN));
  }

  @Test
  void aTerminalHasItsColumnsAndColours() {
    Terminal terminal = Terminal.of(Map.of("COLUMNS", "120"), terminals("false", "true"), false);

    assertThat(terminal)
        .isEqualTo(new Terminal(false, true, 24, new TerminalStyle(120, true, true)));
  }

  @Test
  void noColorTurnsColoursOffAndADumbTerminalDoesNotRedraw() {
    assertThat(Terminal.of(Map.of("NO_COLOR", "1"), terminals("true", "true"), true).style())
        .isEqualTo(new TerminalStyle(80, false, true));
    assertThat(Terminal.of(Map.of("TERM", "dumb"), terminals("true", "true"), true).redraws())
        .isFalse();
  }

  @Test
  void coloursAreTurnedOffAndForcedByTheVariablesOfBothCustoms() {
    assertThat(colours("true", Map.of("CLICOLOR", "0"))).isFalse();
    assertThat(colours("true", Map.of("CLICOLOR", "1"))).isTrue();
    assertThat(colours("false", Map.of("CLICOLOR", "1"))).isFalse();
    assertThat(colours("false", Map.of("CLICOLOR_FORCE", "1"))).isTrue();
    assertThat(colours("false", Map.of("CLICOLOR_FORCE", "0"))).isFalse();
    assertThat(colours("true", Map.of("CLICOLOR_FORCE", "1", "NO_COLOR", "1"))).isFalse();
    assertThat(colours("true", Map.of("TERM", "dumb"))).isFalse();
  }

  private static boolean colours(String out, Map<String, String> env) {
    return Terminal.of(env, terminals("false", out), false).style().colours();
  }

  private static Properties terminals(String in, String out) {
    Properties properties = new Properties();
    properties.setProperty("sluice.stdin.tty", in);
    properties.setProperty("sluice.stdout.tty", out);
    properties.setProperty("stdout.encoding", "UTF-8");
    return properties;
  }
}

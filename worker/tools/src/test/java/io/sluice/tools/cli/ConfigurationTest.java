package io.sluice.tools.cli;

import static org.assertj.core.api.Assertions.assertThat;

import io.sluice.tools.option.ExitCodes;
import io.sluice.tools.terminal.Terminal;
import io.sluice.tools.terminal.TerminalStyle;
import java.io.IOException;
import java.io.StringWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import picocli.CommandLine;

class ConfigurationTest {
  @TempDir private Path folder;

  private final Map<String, String> environment = new HashMap<>();
  private Path file;

  @BeforeEach
  void noProfile() throws IOException {
    file = folder.resolve("sluice.yaml");
    Path profile = Files.writeString(folder.resolve("temporal.toml"), "[profile.default]\n");
    environment.put("TEMPORAL_CONFIG_FILE", profile.toString());
  }

  @Test
  void anOptionBeatsTheEnvironmentWhichBeatsTheFileWhichBeatsTheDefault() throws IOException {
    assertThat(printed()).contains("  port: 8080  # default");
    write("health:\n  port: 8081\n");
    assertThat(printed()).contains("  port: 8081  # %s, line 2".formatted(file));
    environment.put("SLUICE_HEALTH_PORT", "8082");
    assertThat(printed()).contains("  port: 8082  # SLUICE_HEALTH_PORT");
    assertThat(printed("--health-port=8083")).contains("  port: 8083  # option --health-port");
  }

  @Test
  void temporalsOwnVariableStandsBetweenOursAndTheFile() throws IOException {
    write("temporal.address: file:7233\n");
    environment.put("TEMPORAL_ADDRESS", "theirs:7233");
    assertThat(printed()).contains("  address: theirs:7233  # TEMPORAL_ADDRESS");
    environment.put("SLUICE_TEMPORAL_ADDRESS", "ours:7233");
    assertThat(printed()).contains("  address: ours:7233  # SLUICE_TEMPORAL_ADDRESS");
  }

  @Test
  void whatIsPrintedIsAFileThatSaysTheSame() throws IOException {
    write(
        """
        mode: Beside
        rollouts: {soakFloor: 90s}
        karmada:
          enabled: true
          excludedNamespaces: [ops, team-*]
        lease:
          enabled: false
        """);
    List<String> once = printed();
    assertThat(once)
        .contains("  excludedNamespaces: [ops, \"team-*\"]  # %s, line 5".formatted(file))
        .contains("  enabled: false  # %s, line 7".formatted(file));
    write(String.join("\n", once));
    assertThat(printed().stream().map(ConfigurationTest::setting))
        .containsExactlyElementsOf(once.stream().map(ConfigurationTest::setting).toList());
  }

  @Test
  void aSwitchOnTheCommandLineMeansTheSameWhateverTheFileSays() throws IOException {
    write("karmada.enabled: true\nlease.enabled: false\n");
    assertThat(printed("--karmada", "--leader-election"))
        .contains("  enabled: true  # option --karmada")
        .contains("  enabled: true  # option --leader-election");
    write("lease.enabled: true\n");
    assertThat(printed("--no-leader-election"))
        .contains("  enabled: false  # option --leader-election");
  }

  @Test
  void aSecretIsNeverPrinted() throws IOException {
    write("temporal: {apiKey: of-file, apiKeyFile: /etc/key}\n");
    assertThat(printed()).contains("  apiKey: \"********\"  # %s, line 1".formatted(file));
    environment.put("TEMPORAL_API_KEY", "of-environment");
    assertThat(String.join("\n", printed()))
        .contains("apiKey: \"********\"  # TEMPORAL_API_KEY", "apiKeyFile: /etc/key")
        .doesNotContain("of-");
    assertThat(String.join("\n", printed("--temporal-api-key=of-option")))
        .contains("apiKey: \"********\"  # option --temporal-api-key")
        .doesNotContain("of-");
  }

  @Test
  void whatTemporalsFileSaysIsShown() throws IOException {
    Files.writeString(
        folder.resolve("temporal.toml"),
        "[profile.default]\naddress = \"there:7233\"\napi_key = \"hidden\"\n");
    assertThat(String.join("\n", printed()))
        .contains("address: there:7233  # temporal.toml", "********")
        .doesNotContain("hidden");
  }

  @Test
  void everyBadValueIsNamedWithItsSourceAndWhatIsAllowed() throws IOException {
    write("health:\n  port: 99999\nmode: Both\nkarmada.enabled: perhaps\n");
    environment.put("SLUICE_ROLLOUTS_SOAK_FLOOR", "10min");
    environment.put("TEMPORAL_ADDRESS", "temporal");
    assertThat(failed())
        .containsExactly(
            "Cannot use health.port 99999 of %s, line 2: it is no port. Write a number from 0 to 65535, such as 8080; 0 takes any free one."
                .formatted(file),
            "Cannot use karmada.enabled perhaps of %s, line 4: it is neither true nor false. Write one."
                .formatted(file),
            "Cannot use mode Both of %s, line 3: it is none of: Auto, Beside, Standalone. Write one."
                .formatted(file),
            "Cannot use rollouts.soakFloor 10min of SLUICE_ROLLOUTS_SOAK_FLOOR: it is no duration."
                + " Write one such as 90s, 10m or 1h30m.",
            "Cannot use temporal.address temporal of TEMPORAL_ADDRESS: it names no port. Write"
                + " HOST:PORT, such as temporal.example.com:7233.");
  }

  @Test
  void anUnknownSettingIsAnErrorWithTheNearestOne() throws IOException {
    write("temporal:\n  adress: x:7233\n");
    environment.put("SLUICE_HEALT_PORT", "8081");
    assertThat(failed())
        .containsExactly(
            "Cannot use setting temporal.adress of %s, line 2: there is none of that name. The nearest is temporal.address."
                .formatted(file),
            "Cannot use variable SLUICE_HEALT_PORT of the environment: there is no setting of that"
                + " name. The nearest is SLUICE_HEALTH_PORT.");
  }

  @Test
  void variablesOfKubernetesServicesAreNoSettings() {
    environment.put("SLUICE_PORT", "tcp://10.0.0.1:8080");
    environment.put("SLUICE_SERVICE_HOST", "10.0.0.1");
    environment.put("SLUICE_TEMPORAL_SERVICE_PORT_GRPC", "7233");
    environment.put("SLUICE_TEMPORAL_PORT_7233_TCP_ADDR", "10.0.0.1");
    environment.put("SLUICE_JAVA_OPTS", "-Xmx1g");
    assertThat(printed()).isNotEmpty();
  }

  @Test
  void anEmptyValueCountsAsNotSet() throws IOException {
    write("temporal:\n  apiKeyFile:\n  namespace: ''\n");
    environment.put("SLUICE_MODE", "");
    assertThat(printed())
        .contains("mode: Auto  # default")
        .anyMatch(line -> line.startsWith("  namespace:  # not set: "));
  }

  @Test
  void ofTwoHubsTheOneNearerToTheCommandLineCounts() throws IOException {
    write("hub.url: http://127.0.0.1:1\n");
    assertThat(printed("--kubeconfig=hub.yaml"))
        .contains("  kubeconfig: hub.yaml  # option --kubeconfig")
        .contains("  url:  # not set: none");
    environment.put("SLUICE_HUB_KUBECONFIG", "other.yaml");
    assertThat(printed())
        .contains("  kubeconfig: other.yaml  # SLUICE_HUB_KUBECONFIG")
        .contains("  url:  # not set: none");
    environment.put("SLUICE_HUB_URL", "http://127.0.0.1:2");
    assertThat(failed())
        .containsExactly(
            "Cannot use both hub.kubeconfig of SLUICE_HUB_KUBECONFIG and hub.url of SLUICE_HUB_URL:"
                + " they exclude each other. Leave one out.");
  }

  @Test
  void aFileThatIsNoneIsNamed() throws IOException {
    environment.put("SLUICE_CONFIG", folder.resolve("missing.yaml").toString());
    assertThat(failed())
        .containsExactly(
            "Cannot read the configuration %s: there is no such file. Correct --config or SLUICE_CONFIG."
                .formatted(folder.resolve("missing.yaml")));
    write("a: [\n");
    assertThat(failed()).singleElement().asString().startsWith("Cannot load " + file);
    write("mode: Auto\nmode: Beside\n");
    assertThat(failed()).singleElement().asString().contains("line 2").contains("mode");
    write("- mode\n");
    assertThat(failed())
        .containsExactly(
            "Cannot load %s: line 1: this is no mapping of settings. Correct it and try again."
                .formatted(file));
  }

  @Test
  void theCodecServerReadsItsPartOfTheSameFile() throws IOException {
    write("mode: Beside\ncodecServer:\n  uiOrigin: http://localhost:8233/\n");
    CommandRun run = run("codec-server", "--port=0");
    assertThat(run.code()).isEqualTo(ExitCodes.USAGE);
    assertThat(run.err())
        .startsWith(
            "Cannot use codecServer.uiOrigin http://localhost:8233/ of %s, line 3: it is no origin."
                .formatted(file));
  }

  @Test
  void helpIsShownWhateverTheFileSays() throws IOException {
    write("bogus: true\n");
    CommandRun run = run("worker", "--help");
    assertThat(run.code()).isZero();
    assertThat(run.out()).contains("--print-config");
  }

  @Test
  void commandsThatNeedNoConfigurationDoNotReadIt() throws IOException {
    write("bogus: true\n");
    assertThat(run("history", "web-tls", "--hub=http://127.0.0.1:1").err())
        .startsWith("Cannot reach the hub");
  }

  private void write(String text) throws IOException {
    Files.writeString(file, text);
    environment.put("SLUICE_CONFIG", file.toString());
  }

  private static String setting(String line) {
    return line.split(" {2}#")[0];
  }

  private List<String> printed(String... options) {
    CommandRun run = worker(options);
    assertThat(run.err()).isEmpty();
    assertThat(run.code()).isZero();
    return run.out().lines().toList();
  }

  private List<String> failed() {
    CommandRun run = worker();
    assertThat(run.code()).isEqualTo(ExitCodes.USAGE);
    assertThat(run.out()).isEmpty();
    return run.err().lines().filter(line -> !line.startsWith("Try: ")).toList();
  }

  private CommandRun worker(String... options) {
    return run(
        Stream.concat(Stream.of("worker", "--print-config"), Stream.of(options))
            .toArray(String[]::new));
  }

  private CommandRun run(String... args) {
    StringWriter out = new StringWriter();
    StringWriter err = new StringWriter();
    CommandLine line =
        Cli.commandLine(
            new Terminal(false, false, 24, TerminalStyle.PLAIN), (command, console) -> {});
    Cli.print(line, out, err);
    int code = Cli.execute(line, environment, args);
    return new CommandRun(code, out.toString(), err.toString());
  }
}

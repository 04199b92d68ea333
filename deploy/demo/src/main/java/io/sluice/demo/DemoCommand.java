package io.sluice.demo;

import io.sluice.devservers.DevServersOptions;
import io.sluice.tools.option.CountConverter;
import io.sluice.tools.option.DurationConverter;
import io.sluice.tools.option.JarVersion;
import io.sluice.tools.option.PortConverter;
import io.sluice.tools.option.ShutdownSignal;
import io.sluice.tools.option.Verbosity;
import io.sluice.tools.terminal.Terminal;
import java.io.BufferedReader;
import java.io.InputStreamReader;
import java.nio.charset.Charset;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Optional;
import java.util.concurrent.Callable;
import java.util.stream.Stream;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Spec;

/** Plays a rollout to simulated clusters, on servers in this process or on real ones. */
@Command(
    name = "demo",
    mixinStandardHelpOptions = true,
    versionProvider = JarVersion.class,
    description = {
      "Rolls a policy out to 30 simulated clusters.",
      "Hub, Temporal and clusters live in this process; nothing stays behind.",
      "With --gate, a policy that enforces is edited, next to a simulated propagator of",
      "OCM: the API server holds the edit, and each cluster gets it at its turn.",
      "With --beside, a simulated policy propagator of OCM writes the replicas, as on",
      "every hub with OCM, and Sluice only enforces them, group by group.",
      "With --real, hub and Temporal are the development servers, see devservers."
    },
    footer = {
      "",
      "Examples:",
      "  ./sluice demo --gate           an edit of a policy that enforces",
      "  ./sluice demo --beside         next to OCM's propagator, simulated",
      "  ./sluice demo                  asks you to approve group prod",
      "  ./sluice demo --auto-approve   approves every group",
      "  ./sluice demo --fail 2         two clusters of stage fail; the rollout halts",
      "  ./sluice demo --karmada        Karmada's policies: pending, then let go",
      "  ./sluice demo --real           on a real hub and Temporal, with its Web UI",
      "",
      "Exit codes: 0 Succeeded, 1 failed, 2 waits for an approval that cannot be",
      "given here, 3 not done in time, 64 wrong usage."
    })
final class DemoCommand implements Callable<Integer> {
  private final Terminal terminal;

  @Option(
      names = "--fail",
      paramLabel = "N",
      converter = CountConverter.class,
      description = "N clusters of group stage never comply.")
  private int failing;

  @Option(names = "--beside", description = "Play beside OCM's propagator, which is simulated.")
  private boolean beside;

  @Option(
      names = "--gate",
      description =
          "Play beside OCM's propagator an edit of a policy that enforces: the API server holds it"
              + " until the turn of each cluster. Includes --beside.")
  private boolean gate;

  @Option(
      names = "--karmada",
      description =
          "Propagate a Deployment by a lazy policy of Karmada to 4 simulated members: an edit of the"
              + " policy waits for a change of the Deployment.")
  private boolean karmada;

  @Option(names = "--auto-approve", description = "Approve every group as soon as it waits.")
  private boolean autoApprove;

  @Option(
      names = "--examples",
      paramLabel = "DIR",
      description =
          "Play these manifests; its kustomization.yaml lists them. Default: deploy/examples,"
              + " with --beside deploy/examples/beside/demo.")
  private Path examples;

  @Option(
      names = "--soak-floor",
      paramLabel = "DURATION",
      converter = DurationConverter.class,
      description = "Least time that a success must last. Default: 1s here, 10s elsewhere.")
  private Duration soakFloor = Duration.ofSeconds(1);

  @Option(
      names = "--timeout",
      paramLabel = "DURATION",
      converter = DurationConverter.class,
      description = "Give up after this time. Default: 10m.")
  private Duration timeout = Duration.ofMinutes(10);

  @Option(
      names = "--real",
      description =
          "Play on the development servers: start them if they do not run, and stop them again.")
  private boolean real;

  @Option(
      names = "--dir",
      paramLabel = "DIR",
      description = "With --real: folder of the servers. Default: as ./sluice devservers.")
  private Path folder;

  @Option(
      names = "--api-port",
      paramLabel = "PORT",
      converter = PortConverter.class,
      description = "Port of the Kubernetes API, 0: any. Default: ${DEFAULT-VALUE}.")
  private int apiPort = 16443;

  @Option(
      names = "--temporal-port",
      paramLabel = "PORT",
      converter = PortConverter.class,
      description = "Port of Temporal, 0: any. Default: ${DEFAULT-VALUE}.")
  private int temporalPort = 17233;

  @Mixin private Verbosity verbosity;
  @Spec private CommandSpec spec;

  DemoCommand(Terminal terminal) {
    this.terminal = terminal;
  }

  @Override
  public Integer call() throws InterruptedException {
    if (folder != null && !real) {
      throw new ParameterException(
          spec.commandLine(), "Cannot use --dir alone: it names real servers. Add --real.");
    }
    refuseTwoExamples();
    DemoSettings settings =
        new DemoSettings(
            kind(),
            port("--api-port", apiPort),
            port("--temporal-port", temporalPort),
            soakFloor,
            Optional.ofNullable(examples),
            failing,
            autoApprove,
            timeout,
            real ? Optional.of(folder()) : Optional.empty());
    BufferedReader in =
        new BufferedReader(new InputStreamReader(System.in, Charset.defaultCharset()));
    try (ShutdownSignal signal = ShutdownSignal.listen()) {
      return karmada
          ? new KarmadaDemo(settings, terminal, spec.commandLine().getOut()).play(signal)
          : new Demo(settings, terminal, in, spec.commandLine().getOut()).play(signal);
    }
  }

  private void refuseTwoExamples() {
    DemoKind kind = kind();
    Optional<String> other =
        Stream.of("--gate", "--beside", "--examples")
            .filter(option -> spec.commandLine().getParseResult().hasMatchedOption(option))
            .filter(option -> karmada || option.equals("--examples"))
            .findFirst();
    if (kind.fixed() && other.isPresent()) {
      throw new ParameterException(
          spec.commandLine(),
          "Cannot use %s with %s: it plays its own example. Leave one of them out."
              .formatted(kind.option(), other.get()));
    }
  }

  private DemoKind kind() {
    if (karmada) {
      return DemoKind.KARMADA;
    }
    if (gate) {
      return DemoKind.GATE;
    }
    return beside ? DemoKind.BESIDE : DemoKind.STANDALONE;
  }

  private Path folder() {
    return folder != null ? folder : DevServersOptions.defaultFolder();
  }

  /** Real servers keep the ports that they have, unless others are named. */
  private int port(String option, int value) {
    return real && !spec.commandLine().getParseResult().hasMatchedOption(option) ? 0 : value;
  }
}

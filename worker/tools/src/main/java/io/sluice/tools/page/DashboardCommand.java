package io.sluice.tools.page;

import static java.util.Objects.requireNonNull;

import io.fabric8.kubernetes.client.Config;
import io.fabric8.kubernetes.client.ConfigBuilder;
import io.fabric8.kubernetes.client.KubernetesClient;
import io.sluice.connection.TemporalProfile;
import io.sluice.tools.config.OptionalConfig;
import io.sluice.tools.config.PageUrlConverter;
import io.sluice.tools.course.CourseOptions;
import io.sluice.tools.course.TemporalSource;
import io.sluice.tools.dashboard.DashboardServer;
import io.sluice.tools.dashboard.DashboardSettings;
import io.sluice.tools.dashboard.ServeSettings;
import io.sluice.tools.dashboard.ServedDashboard;
import io.sluice.tools.option.ExitCodes;
import io.sluice.tools.option.HubOptions;
import io.sluice.tools.option.JarVersion;
import io.sluice.tools.option.LeaseOption;
import io.sluice.tools.option.PortConverter;
import io.sluice.tools.option.ShutdownSignal;
import io.sluice.tools.option.Verbosity;
import java.io.IOException;
import java.io.PrintWriter;
import java.net.URI;
import java.time.Clock;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.Callable;
import java.util.function.Predicate;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.ParseResult;
import picocli.CommandLine.Spec;

/** Serves rollouts as pages until SIGTERM or Ctrl-C. */
@Command(
    name = "dashboard",
    mixinStandardHelpOptions = true,
    versionProvider = JarVersion.class,
    description = {
      "Shows rollouts in a browser, and lets you approve groups there, until Ctrl-C.",
      "It listens on this machine alone, and uses your rights on the hub: open the",
      "address that it prints, and keep it to yourself. Where Temporal is named, open",
      "rollouts are asked when soaks and deadlines end.",
      "With --serve it serves several persons, each with a token of the hub."
    },
    footer = {
      "",
      "Examples:",
      "  ./sluice dashboard --open",
      "  ./sluice dashboard -n policies,shop --port 8091",
      "  ./sluice dashboard --temporal localhost:7233",
      "  ./sluice dashboard --serve --port 8091",
      "",
      "Exit codes: 0 ended, 1 failed, 64 wrong usage."
    })
public final class DashboardCommand implements Callable<Integer>, OptionalConfig {
  @Option(
      names = "--port",
      paramLabel = "PORT",
      converter = PortConverter.class,
      defaultValue = "8090",
      description = "Port to listen on; 0: any free one. Default: ${DEFAULT-VALUE}.")
  private int port;

  @Option(names = "--open", description = "Open the browser.")
  private boolean open;

  @Option(
      names = "--temporal-ui",
      paramLabel = "URL",
      description =
          "Where Temporal's Web UI shows the workflows, such as"
              + " http://localhost:8233/namespaces/sluice/workflows: rollouts link to it.")
  private String temporalUi;

  private final Predicate<String> browser;

  @Mixin private ServeOptions serve;
  @Mixin private CourseOptions courses;
  @Mixin private LeaseOption lease;
  @Mixin private HubOptions hub;
  @Mixin private Verbosity verbosity;
  @Spec private CommandSpec spec;

  public DashboardCommand() {
    this(BrowserStarter::open);
  }

  /**
   * Creates the command.
   *
   * @param browser opens an address; returns whether there is a program for that
   */
  DashboardCommand(Predicate<String> browser) {
    this.browser = requireNonNull(browser, "browser is null");
  }

  @Override
  public Integer call() throws InterruptedException {
    boolean temporal = spec.commandLine().getParseResult().hasMatchedOption("--temporal");
    serve.check(open, temporal);
    return serve.given() ? serve() : own();
  }

  private Integer own() throws InterruptedException {
    // A watch that ended is begun anew from a fresh list, not where it broke off.
    Config config = new ConfigBuilder(hub.config()).withWatchReconnectLimit(0).build();
    TemporalSource temporal = courses.source(spec);
    DashboardSettings settings = settings(config, config.getMasterUrl(), temporal.profile());
    try (ShutdownSignal signal = ShutdownSignal.listen();
        KubernetesClient client = HubOptions.client(config);
        DashboardServer server = DashboardServer.start(client, settings)) {
      print("Dashboard of %s: open".formatted(settings.hub()));
      print("  " + server.address());
      server
          .namespaces()
          .ifPresent(names -> print("It shows the namespaces " + String.join(", ", names) + "."));
      temporal.problem().ifPresent(problem -> print(problem + " Only the hub is asked."));
      print("All who have this address act with your rights. Ctrl-C ends it.");
      if (open) {
        openUntil(signal, server.ticketAddress());
      } else {
        signal.await();
      }
    }
    return ExitCodes.OK;
  }

  private Integer serve() throws InterruptedException {
    Config config = hub.config();
    ServeSettings settings =
        serve.settings(settings(config, "Hub " + courses.hubName().value(), Optional.empty()));
    try (ShutdownSignal signal = ShutdownSignal.listen();
        ServedDashboard server = ServedDashboard.start(config, settings, Clock.systemUTC())) {
      print(
          "Dashboard on %s://%s:%d. Each person signs in with a token of the hub. Ctrl-C ends it."
              .formatted(
                  settings.certificate().isPresent() ? "https" : "http",
                  settings.address(),
                  server.address().getPort()));
      signal.await();
    }
    return ExitCodes.OK;
  }

  private DashboardSettings settings(
      Config config, String shown, Optional<TemporalProfile> temporal) {
    return new DashboardSettings(
        port,
        hub.namedNamespace().map(DashboardCommand::names).orElse(List.of()),
        hub.namespace(config),
        lease.namespace(),
        shown,
        courses.hubName(),
        Optional.ofNullable(temporalUi).map(this::address),
        temporal);
  }

  /** Starts the browser with a file, which is there until the end: browsers may start slowly. */
  private void openUntil(ShutdownSignal signal, String address) throws InterruptedException {
    try (EntryFile entry = EntryFile.of(address)) {
      if (!browser.test(entry.address())) {
        print("No browser could be started here: open the address yourself.");
      }
      signal.await();
    } catch (IOException e) {
      print(
          "No file could be written for the browser (%s): open the address yourself."
              .formatted(e.getMessage()));
      signal.await();
    }
  }

  @Override
  public boolean needsConfig(ParseResult parsed) {
    return CourseOptions.given(parsed);
  }

  private static List<String> names(String list) {
    return Arrays.stream(list.split(",")).map(String::strip).filter(one -> !one.isEmpty()).toList();
  }

  private String address(String text) {
    return PageUrlConverter.page(text)
        .map(URI::toString)
        .orElseThrow(
            () ->
                new ParameterException(
                    spec.commandLine(),
                    "Cannot link to Temporal's Web UI: %s is no address. Write one such as http://localhost:8233/namespaces/sluice/workflows."
                        .formatted(text)));
  }

  private void print(String line) {
    PrintWriter out = spec.commandLine().getOut();
    out.println(line);
    out.flush();
  }
}

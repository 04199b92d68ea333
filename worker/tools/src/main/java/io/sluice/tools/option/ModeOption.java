package io.sluice.tools.option;

import io.fabric8.kubernetes.client.KubernetesClient;
import io.sluice.hub.propagator.PropagatorNamespaces;
import io.sluice.hub.read.HubMode;
import io.sluice.process.ModeCheck;
import io.sluice.settings.ModeSetting;
import java.util.Optional;
import picocli.CommandLine.ArgGroup;
import picocli.CommandLine.Option;

/** Holds the options that say for which worker files are read. */
public final class ModeOption {
  @ArgGroup(exclusive = true)
  private Mode mode = new Mode();

  /** One of the modes of a worker. */
  static final class Mode {
    @Option(
        names = "--beside",
        description =
            "For a worker that runs next to OCM's propagator: the default, where no hub says it.")
    private boolean beside;

    @Option(
        names = "--standalone",
        description = "For a worker that writes the replicas itself, without OCM's propagator.")
    private boolean standalone;
  }

  /** Returns the mode that is asked for. */
  public Optional<HubMode> asked() {
    if (mode.beside) {
      return Optional.of(HubMode.BESIDE);
    }
    return mode.standalone ? Optional.of(HubMode.STANDALONE) : Optional.empty();
  }

  /** Returns the mode that is asked for, else that of the hubs of most people. */
  public HubMode ofFiles() {
    return asked().orElse(HubMode.BESIDE);
  }

  /**
   * Returns the mode that a worker chooses on a hub. Who may not read what decides it sees what a
   * hub without OCM's propagator would do.
   */
  public static HubMode of(KubernetesClient hub, PropagatorNamespaces namespaces) {
    try {
      return new ModeCheck(hub, namespaces).decide(ModeSetting.AUTO).mode();
    } catch (IllegalStateException e) {
      return HubMode.STANDALONE;
    }
  }
}

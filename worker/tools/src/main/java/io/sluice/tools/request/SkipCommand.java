package io.sluice.tools.request;

import io.fabric8.kubernetes.client.KubernetesClient;
import io.sluice.policy.RolloutTarget;
import io.sluice.tools.option.ClusterFinder;
import io.sluice.tools.page.model.CellStatus;
import io.sluice.tools.page.model.ClusterCell;
import io.sluice.tools.page.model.RolloutName;
import io.sluice.tools.page.read.RolloutPageReader;
import java.time.Clock;
import java.util.List;
import java.util.Set;
import java.util.stream.Collectors;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** Skips clusters in the rollout that is under way. */
@Command(
    name = "skip",
    description = {
      "Skips clusters in the rollout that is under way.",
      "They get the version in their turn, but no other cluster waits for them, and "
          + "what they report does not count.",
      "Writes it into the spec of the Rollout object, with your rights on the hub."
    },
    footer = {
      "",
      "Examples:",
      "  ./sluice skip web-tls member7 member8 -n policies",
      "  ./sluice skip web-tls member7 --undo -n policies",
      "  ./sluice skip --template Deployment/web member7 -n shop",
      "",
      "Exit codes: 0 skipped, also if they were before; 1 failed, or it has ended; 64 wrong",
      "usage."
    })
public final class SkipCommand extends RequestCommand {
  @Parameters(
      arity = "0..*",
      paramLabel = "NAME",
      description = "Name of the policy (not with --template), then those of clusters.")
  private List<String> names = List.of();

  @Option(names = "--undo", description = "The clusters count again.")
  private boolean undo;

  @Override
  protected String policy() {
    return policyNamed() ? names.get(0) : null;
  }

  @Override
  protected RolloutRequest request() {
    if (clusters().isEmpty() && (policyNamed() || template())) {
      throw refusal(": no cluster is named. Write the names of clusters.");
    }
    return new SkipRequest(clusters(), undo, Set.of());
  }

  @Override
  protected List<String> ask(
      KubernetesClient client, RolloutSource source, RolloutRequest request) {
    if (undo) {
      return super.ask(client, source, request);
    }
    new ClusterFinder(client).require(clusters(), "skip", source.commands());
    return super.ask(
        client, source, new SkipRequest(clusters(), false, succeeded(client, source, request)));
  }

  /** Returns the clusters of which the hub shows, as pages do, that they have succeeded. */
  private static Set<String> succeeded(
      KubernetesClient client, RolloutSource source, RolloutRequest request) {
    RolloutTarget target = new RequestWriter(client, source).read(request).target();
    RolloutName name = new RolloutName(target.namespace(), target.rolloutName());
    try (RolloutPageReader reader = new RolloutPageReader(client, Clock.systemUTC())) {
      return reader.read(name).stream()
          .flatMap(page -> page.groups().stream())
          .flatMap(group -> group.cells().stream())
          .filter(cell -> cell.status() == CellStatus.SUCCEEDED)
          .map(ClusterCell::cluster)
          .collect(Collectors.toSet());
    }
  }

  private boolean policyNamed() {
    return !template() && !names.isEmpty();
  }

  private List<String> clusters() {
    return names.subList(policyNamed() ? 1 : 0, names.size());
  }
}

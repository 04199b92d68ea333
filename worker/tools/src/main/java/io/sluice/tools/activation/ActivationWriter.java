package io.sluice.tools.activation;

import io.fabric8.kubernetes.api.model.GenericKubernetesResource;
import io.fabric8.kubernetes.client.KubernetesClient;
import io.sluice.hub.client.HubObjects;
import io.sluice.policy.JsonTree;
import io.sluice.policy.PolicyName;
import io.sluice.tools.option.CliFailure;
import io.sluice.tools.request.RolloutSpecWriter;
import io.sluice.tools.status.PendingRevision;
import io.sluice.tools.status.StatusReader;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * Releases what is pending of one policy, in the spec of its Rollout (lazy-activation 4.5).
 *
 * <p>Every write carries the resourceVersion it was decided on; after a conflict all is read and
 * decided again, so nothing is released that was not shown.
 */
final class ActivationWriter {
  private static final int TRIES = 10;

  private final StatusReader reader;
  private final RolloutSpecWriter specs;
  private final PolicyName name;
  private final String act;

  ActivationWriter(KubernetesClient client, PolicyName name) {
    this.reader = new StatusReader(client);
    this.specs = new RolloutSpecWriter(client);
    this.name = name;
    this.act = "Cannot activate what is pending of policy " + name;
  }

  /**
   * Releases; a second release of the same changes nothing.
   *
   * @param wanted the revision that must be the pending one
   * @param at when to release; empty: now
   * @return lines for the person who released
   * @throws CliFailure when nothing is pending, or another revision
   */
  List<String> activate(Optional<String> wanted, Optional<Instant> at, Instant now) {
    if (at.filter(instant -> !instant.isAfter(now)).isPresent()) {
      throw new CliFailure(
          "%s at %s: that has passed, and would release only what was pending then. Leave --at out to activate it now."
              .formatted(act, at.get()));
    }
    for (int i = 0; i < TRIES; i++) {
      reader.policy(name, act);
      GenericKubernetesResource rollout = rollout();
      PendingRevision pending = pending(rollout, wanted);
      // At an instant whatever is pending then goes, unless one revision is named.
      Optional<String> revision = at.isEmpty() ? Optional.of(pending.revision()) : wanted;
      Optional<Map<String, Object>> next =
          ActivationEditor.with(HubObjects.part(rollout, "spec"), revision, at);
      if (next.isEmpty() || specs.write(rollout, next.get())) {
        return lines(pending, revision, at, next.isEmpty());
      }
    }
    throw new CliFailure(
        "%s: Rollout %s/%s changed %d times meanwhile. Try again."
            .formatted(act, name.namespace(), name.rolloutName(), TRIES));
  }

  private GenericKubernetesResource rollout() {
    return reader
        .rollout(name)
        .orElseThrow(
            () ->
                new CliFailure(
                    "%s: there is no Rollout %s/%s, so no edit of it waits. Annotate the policy or its PlacementBindings with policy.open-cluster-management.io/activation-preference: Lazy to have edits wait."
                        .formatted(act, name.namespace(), name.rolloutName())));
  }

  private PendingRevision pending(GenericKubernetesResource rollout, Optional<String> wanted) {
    Map<String, Object> activation = JsonTree.map(HubObjects.part(rollout, "status"), "activation");
    PendingRevision pending =
        PendingRevision.of(activation)
            .orElseThrow(() -> new CliFailure(act + ": " + nothingPending(activation)));
    if (wanted.filter(revision -> !revision.equals(pending.revision())).isPresent()) {
      throw new CliFailure(
          "%s: revision %s is not pending, %s is. Look at it with ./sluice status %s -n %s, and name that one."
              .formatted(act, wanted.get(), pending.revision(), name.name(), name.namespace()));
    }
    return pending;
  }

  private static String nothingPending(Map<String, Object> activation) {
    return JsonTree.text(JsonTree.map(activation, "active"), "revision")
        .map(
            active ->
                "nothing is pending, revision %s is active. Edit its placement or bindings first."
                    .formatted(active))
        .orElse(
            "no edit of it waits. Annotate the policy or its PlacementBindings with"
                + " policy.open-cluster-management.io/activation-preference: Lazy to have edits"
                + " wait.");
  }

  private List<String> lines(
      PendingRevision pending, Optional<String> revision, Optional<Instant> at, boolean already) {
    String which = revision.isPresent() ? "Revision " + revision.get() : "What is pending then";
    String when = at.map(instant -> "at " + instant).orElse("now");
    return List.of(
        "%s of policy %s %s activated %s."
            .formatted(which, name, already ? "was asked for before, and is" : "is", when),
        "  %s: %s.".formatted(pending.differences(), pending.clusters()));
  }
}

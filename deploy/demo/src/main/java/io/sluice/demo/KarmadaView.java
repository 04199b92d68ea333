package io.sluice.demo;

import static java.util.stream.Collectors.joining;

import io.fabric8.kubernetes.client.KubernetesClient;
import io.sluice.hub.client.HubApi;
import io.sluice.hub.client.HubObjects;
import io.sluice.hub.crd.Kinds;
import io.sluice.hub.crd.RolloutStatus;
import io.sluice.hub.status.RolloutStatusParser;
import io.sluice.hub.template.KarmadaKinds;
import io.sluice.hub.template.WorkParser;
import io.sluice.policy.BindingName;
import io.sluice.policy.JsonTree;
import io.sluice.policy.Verdict;
import io.sluice.rollout.Outcome;
import io.sluice.status.RolloutCondition;
import io.sluice.template.ResourceId;
import io.sluice.template.work.WorkEvidence;
import io.sluice.template.work.WorkName;
import io.sluice.template.work.WorkState;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;

/**
 * Shows where a template is, as its Works say, and what waits, as its binding does.
 *
 * @param clusters content and health by cluster
 * @param pending why the activation waits; empty while nothing waits
 * @param rollout the status of a staged rollout; empty without one
 */
record KarmadaView(
    Map<String, Held> clusters, Optional<String> pending, Optional<RolloutStatus> rollout) {
  static final KarmadaView NOTHING = new KarmadaView(Map.of(), Optional.empty(), Optional.empty());

  /** Holds what a member has of the template, and what it reports about that. */
  record Held(String content, Verdict health) {
    static Held of(WorkState work) {
      return new Held(KarmadaExample.content(work.manifest()), WorkEvidence.judge(work).verdict());
    }

    @Override
    public String toString() {
      return content
          + switch (health) {
            case SILENT -> " on its way";
            case POSITIVE -> " healthy";
            case NEGATIVE -> " not healthy yet";
          };
    }
  }

  static KarmadaView read(KubernetesClient client, ResourceId template) {
    HubApi hub = new HubApi(client);
    BindingName binding = KarmadaExample.binding(template);
    Map<String, Held> clusters = new TreeMap<>();
    WorkParser.standing(
            hub.listAll(KarmadaKinds.WORK, Map.of()).stream()
                .filter(work -> work.getMetadata().getName().equals(WorkName.of(template)))
                .toList())
        .forEach((cluster, work) -> clusters.put(cluster, Held.of(work)));
    return new KarmadaView(
        clusters,
        hub.get(KarmadaKinds.RESOURCE_BINDING, binding.bindingNamespace(), binding.binding())
            .flatMap(object -> pending(HubObjects.part(object, "status"))),
        hub.get(Kinds.ROLLOUT, binding.namespace(), binding.rolloutName())
            .map(object -> RolloutStatusParser.of(object).status()));
  }

  private static Optional<String> pending(Map<String, Object> status) {
    return JsonTree.maps(status, "conditions").stream()
        .filter(condition -> RolloutCondition.ACTIVATED.equals(condition.get("type")))
        .filter(condition -> "False".equals(condition.get("status")))
        .flatMap(condition -> JsonTree.text(condition, "message").stream())
        .findFirst();
  }

  /** Returns whether these clusters and no others have that content, and report it healthy. */
  boolean settled(List<String> wanted, String content) {
    return clusters.keySet().equals(Set.copyOf(wanted))
        && Set.copyOf(clusters.values()).equals(Set.of(new Held(content, Verdict.POSITIVE)));
  }

  /** Returns whether nothing waits and no staged rollout is under way. */
  boolean done() {
    return pending.isEmpty()
        && rollout.filter(staged -> !Outcome.SUCCEEDED.label().equals(staged.outcome)).isEmpty();
  }

  /** Returns whether a staged rollout has ended without success. */
  boolean failed() {
    return rollout
        .map(staged -> staged.outcome)
        .filter(outcome -> !Outcome.SUCCEEDED.label().equals(outcome))
        .isPresent();
  }

  /** Returns what a staged rollout waits for; empty if for nothing. */
  String waitingFor() {
    return rollout.map(staged -> staged.waitingFor).orElse("");
  }

  /** Formats one line. */
  String where() {
    return clusters.isEmpty()
        ? "no cluster"
        : clusters.entrySet().stream()
            .map(entry -> entry.getKey() + " " + entry.getValue())
            .collect(joining(", "));
  }
}

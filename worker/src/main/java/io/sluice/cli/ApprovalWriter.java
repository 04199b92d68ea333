package io.sluice.cli;

import io.fabric8.kubernetes.api.model.GenericKubernetesResource;
import io.fabric8.kubernetes.client.KubernetesClientException;
import io.sluice.cli.option.CliFailure;
import io.sluice.fleet.GroupKey;
import io.sluice.hub.client.HubApi;
import io.sluice.hub.client.HubObjects;
import io.sluice.hub.client.RootPolicy;
import io.sluice.hub.crd.RolloutStatus;
import io.sluice.hub.status.RolloutStatusParser;
import io.sluice.policy.JsonTree;
import io.sluice.policy.PolicyName;
import io.sluice.rollout.ApprovalRequest;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;

/**
 * Approves a group of one policy on the hub: checks whether it can be approved, writes the
 * approval, and reports what follows.
 *
 * <p>Every write carries the resourceVersion it was decided on; after a conflict all is read and
 * decided again.
 */
public final class ApprovalWriter {
  private static final int TRIES = 10;

  private final StatusReader reader;
  private final PolicyName name;

  public ApprovalWriter(StatusReader reader, PolicyName name) {
    this.reader = reader;
    this.name = name;
  }

  /**
   * Approves; a second approval changes nothing.
   *
   * @param group empty: the ungrouped clusters
   * @return a sentence or two for the person who approved
   * @throws CliFailure when the group cannot be approved
   */
  public String approve(Optional<String> group) {
    String act = "Cannot approve %s of policy %s".formatted(label(group), name);
    for (int i = 0; i < TRIES; i++) {
      GenericKubernetesResource policy = reader.policy(name, act);
      Optional<GenericKubernetesResource> found = reader.rollout(name);
      check(act, group, policy, found);
      GenericKubernetesResource rollout = found.orElseThrow();
      Map<String, Object> spec = HubObjects.part(rollout, "spec");
      Optional<Map<String, Object>> next = ApprovalEditor.with(spec, group);
      if (next.isEmpty()) {
        return "%s of policy %s is already approved.%s"
            .formatted(capital(label(group)), name, gate(spec, policy));
      }
      if (written(rollout, next.get())) {
        return "Approved %s of policy %s.%s".formatted(label(group), name, gate(spec, policy));
      }
    }
    throw new CliFailure(
        "%s: Rollout %s/%s changed %d times meanwhile. Try again."
            .formatted(act, name.namespace(), name.rolloutName(), TRIES));
  }

  private boolean written(GenericKubernetesResource rollout, Map<String, Object> spec) {
    try {
      reader.writeSpec(rollout, spec);
      return true;
    } catch (KubernetesClientException e) {
      if (e.getCode() == HubApi.CONFLICT) {
        return false;
      }
      throw e;
    }
  }

  private void check(
      String act,
      Optional<String> group,
      GenericKubernetesResource policy,
      Optional<GenericKubernetesResource> rollout) {
    Optional<String> type = StatusView.strategy(policy, rollout);
    if (type.isEmpty()) {
      throw new CliFailure(
          act
              + ": it has no rollout strategy and goes to every cluster at once."
              + " Give it spec.rolloutStrategy of type manualPerGroup to decide by hand.");
    }
    if (rollout.isEmpty()) {
      throw new CliFailure(
          "%s: there is no Rollout %s/%s. A Sluice worker on this hub creates it; try again once ./sluice status shows it."
              .formatted(act, name.namespace(), name.rolloutName()));
    }
    if (!type.get().equalsIgnoreCase("manualPerGroup")) {
      throw new CliFailure(
          "%s: its strategy is %s, which needs no approval. Use manualPerGroup to decide by hand."
              .formatted(act, type.get()));
    }
    List<GroupKey> groups =
        RolloutStatusParser.of(rollout.get()).groups().stream()
            .map(RolloutStatus.Group::key)
            .toList();
    if (group.isEmpty() || groups.stream().map(GroupKey::name).anyMatch(group.get()::equals)) {
      return;
    }
    throw new CliFailure(
        groups.isEmpty()
            ? "%s: its groups are not known yet. A Sluice worker on this hub reads them; try again once ./sluice status shows them."
                .formatted(act)
            : "%s: no such group. %s".formatted(act, ApprovalRequest.availableGroups(groups)));
  }

  /** Describes what an approval still waits for (rollout-strategy A4); empty if for nothing. */
  private static String gate(Map<String, Object> spec, GenericKubernetesResource policy) {
    Optional<String> wanted = JsonTree.text(spec, "approvalsForVersion");
    Optional<String> version =
        Optional.ofNullable(HubObjects.annotations(policy).get(RootPolicy.VERSION));
    if (wanted.isEmpty() || wanted.equals(version)) {
      return "";
    }
    return " It counts once the policy's version is %s, as spec.approvalsForVersion says; it is %s now."
        .formatted(wanted.get(), version.orElse("not set"));
  }

  private static String label(Optional<String> group) {
    return group.map(name -> "group " + name).orElse("the ungrouped clusters");
  }

  private static String capital(String text) {
    return text.substring(0, 1).toUpperCase(Locale.ROOT) + text.substring(1);
  }
}

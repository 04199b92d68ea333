package io.sluice.cli;

import io.fabric8.kubernetes.api.model.GenericKubernetesResource;
import io.fabric8.kubernetes.client.KubernetesClientException;
import io.sluice.fleet.GroupKey;
import io.sluice.policy.JsonTree;
import io.sluice.policy.PolicyName;
import io.sluice.rollout.ApprovalRequest;
import java.net.HttpURLConnection;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;

/**
 * Approves a group of one policy on the hub: checks that it can be, writes it, says what follows.
 *
 * <p>Every write carries the version it was decided on; when somebody else was faster, all is read
 * and decided anew.
 */
public final class ApprovalWriter {
  private static final int TRIES = 10;
  private static final String VERSION = "policy.open-cluster-management.io/version";

  private final StatusReader objects;
  private final PolicyName name;

  public ApprovalWriter(StatusReader objects, PolicyName name) {
    this.objects = objects;
    this.name = name;
  }

  /**
   * Approves; again and again is the same as once.
   *
   * @param group empty: the ungrouped clusters
   * @return a sentence or two for the person who approved
   */
  public String approve(Optional<String> group) {
    String act = "Cannot approve %s of policy %s".formatted(label(group), name);
    for (int i = 0; i < TRIES; i++) {
      Map<String, Object> policy = StatusReader.tree(objects.policy(name, act));
      GenericKubernetesResource rollout =
          objects.rollout(name).orElseThrow(() -> none(act, policy));
      Map<String, Object> tree = StatusReader.tree(rollout);
      check(act, group, policy, tree);
      Map<String, Object> spec = JsonTree.map(tree, "spec");
      Optional<Map<String, Object>> next = ApprovalEditor.with(spec, group);
      if (next.isEmpty()) {
        return "%s of policy %s is already approved.%s"
            .formatted(capital(label(group)), name, gate(spec, policy));
      }
      rollout.setAdditionalProperty("spec", next.get());
      if (written(rollout)) {
        return "Approved %s of policy %s.%s".formatted(label(group), name, gate(spec, policy));
      }
    }
    throw new CliFailure(
        "%s: Rollout %s/%s changed %d times meanwhile. Try again."
            .formatted(act, name.namespace(), name.rolloutName(), TRIES));
  }

  private boolean written(GenericKubernetesResource rollout) {
    try {
      objects.replace(rollout);
      return true;
    } catch (KubernetesClientException e) {
      if (e.getCode() == HttpURLConnection.HTTP_CONFLICT) {
        return false;
      }
      throw e;
    }
  }

  private CliFailure none(String act, Map<String, Object> policy) {
    return new CliFailure(
        StatusViewParser.strategy(policy, Map.of()).isEmpty()
            ? act
                + ": it has no rollout strategy and goes to every cluster at once."
                + " Give it spec.rolloutStrategy of type manualPerGroup to decide by hand."
            : act
                + ": there is no Rollout %s/%s. Sluice creates it: start ./sluice worker."
                    .formatted(name.namespace(), name.rolloutName()));
  }

  private void check(
      String act, Optional<String> group, Map<String, Object> policy, Map<String, Object> rollout) {
    String type = StatusViewParser.strategy(policy, rollout).orElseThrow(() -> none(act, policy));
    if (!type.equalsIgnoreCase("manualPerGroup")) {
      throw new CliFailure(
          "%s: its strategy is %s, which asks nobody. Use manualPerGroup to decide by hand."
              .formatted(act, type));
    }
    List<StatusView.Group> groups = StatusViewParser.groups(JsonTree.map(rollout, "status"));
    if (group.isEmpty() || groups.stream().anyMatch(known -> known.name().equals(group.get()))) {
      return;
    }
    throw new CliFailure(
        groups.isEmpty()
            ? "%s: its groups are not known yet. Start ./sluice worker, or wait until ./sluice status shows them."
                .formatted(act)
            : "%s: no such group. %s".formatted(act, offer(groups)));
  }

  private static String offer(List<StatusView.Group> groups) {
    return ApprovalRequest.availableGroups(
        groups.stream()
            .map(group -> new GroupKey(group.placement(), group.name(), (int) group.index()))
            .toList());
  }

  /** What still closes the gate of an approval (rollout-strategy A4); empty when nothing does. */
  private static String gate(Map<String, Object> spec, Map<String, Object> policy) {
    Optional<String> wanted = JsonTree.text(spec, "approvalsForVersion");
    Optional<String> version =
        Optional.ofNullable(
            JsonTree.strings(JsonTree.map(policy, "metadata"), "annotations").get(VERSION));
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

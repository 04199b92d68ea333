package io.sluice.stranger;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.fabric8.kubernetes.api.model.GenericKubernetesResource;
import io.sluice.hub.client.HubObjects;
import io.sluice.hub.crd.Kinds;
import io.sluice.hub.read.HubMode;
import io.sluice.process.Patience;
import io.sluice.tools.cli.CommandRun;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/**
 * Writes policies in one namespace of a real hub that are too deep, too long or too many: nobody
 * else's edit is late, and no process ends (policy-propagation 16b).
 */
@Timeout(Patience.TEST)
class PolicyStrangersIT {
  /** What overflows a stack of the chart: as a root, under a dotted name, as a replica. */
  @ParameterizedTest
  @EnumSource(HubMode.class)
  void aPolicyThatIsTooDeepIsRefusedAlone(HubMode mode) {
    try (StrangerScene scene = StrangerScene.of(mode)) {
      Stranger author = scene.stranger(StrangerRole.AUTHOR);
      scene.deliver();
      try {
        for (int levels : List.of(120, 400, 900)) {
          createDeep(author, levels);
        }
        scene.deliver();
        if (!mode.beside()) {
          Patience.await()
              .untilAsserted(() -> assertThat(status(scene, author)).contains("TooDeep"));
        }
      } finally {
        scene.clear(Kinds.POLICY, author.namespace());
      }
      scene.deliver();
    }
  }

  private static String status(StrangerScene scene, Stranger author) {
    GenericKubernetesResource root =
        scene
            .admin()
            .genericKubernetesResources(Kinds.POLICY)
            .inNamespace(author.namespace())
            .withName("deep-400")
            .get();
    return HubObjects.part(root, "status").toString();
  }

  /**
   * What no parser follows. Only where Sluice stands alone: the simulated propagator and the
   * simulated clusters cannot list these policies either, so that nothing is reported any more.
   */
  @Test
  void aPolicyThatNobodyCanReadIsLeftOutAndNamed() {
    try (StrangerScene scene = StrangerScene.of(HubMode.STANDALONE)) {
      Stranger author = scene.stranger(StrangerRole.AUTHOR);
      scene.deliver();
      try {
        createDeep(author, 3000);
        author.create(
            Kinds.POLICY,
            deep("key", "", 2).replace("\"a\":1", "\"%s\":1".formatted("k".repeat(60_000))));
        scene.deliverContent();
        Patience.await()
            .untilAsserted(
                () ->
                    assertThat(scene.worker().output())
                        .contains(
                            "Cannot read %s/deep-3000 of policies".formatted(author.namespace()))
                        .contains("Cannot read %s/key of policies".formatted(author.namespace())));
        assertThat(scene.worker().metrics()).contains("sluice_unreadable_objects");

        scene.restart();
        scene.deliverContent();
      } catch (InterruptedException e) {
        Thread.currentThread().interrupt();
        throw new IllegalStateException(e);
      } finally {
        scene.clear(Kinds.POLICY, author.namespace());
      }
      scene.deliver();
    }
  }

  /**
   * A pattern that repeats a group overflows the stack over thousands of parts. The Policy CRD that
   * OCM ships has no strategy: there only a Rollout has one.
   */
  @ParameterizedTest
  @EnumSource(HubMode.class)
  void aTimeOfThousandsOfPartsIsRefusedByTheHub(HubMode mode) {
    try (StrangerScene scene = StrangerScene.of(mode)) {
      Stranger author = scene.stranger(StrangerRole.AUTHOR);
      Stranger approver = scene.stranger(StrangerRole.APPROVER, author.namespace());
      String strategy =
          "\"rolloutStrategy\": {\"type\": \"Progressive\", \"progressive\": {\"progressDeadline\": \"%s\"}}"
              .formatted("1h".repeat(2_000));
      String rollout =
          "{\"apiVersion\": \"cluster.open-cluster-management.io/v1beta1\", \"kind\": \"Rollout\","
              + " \"metadata\": {\"name\": \"policy-timed\"}, \"spec\": {%s}}".formatted(strategy);
      assertThatThrownBy(() -> approver.create(Kinds.ROLLOUT, rollout))
          .hasMessageContaining("Too long");
      if (!mode.beside()) {
        String policy = deep("timed", "", 1).replace("\"disabled\"", strategy + ", \"disabled\"");
        assertThatThrownBy(() -> author.create(Kinds.POLICY, policy))
            .hasMessageContaining("Too long");
      }
      scene.deliver();
    }
  }

  /** A terminal would obey them. */
  @ParameterizedTest
  @EnumSource(HubMode.class)
  void controlCharactersOfAPolicyReachNoTerminal(HubMode mode) {
    try (StrangerScene scene = StrangerScene.of(mode)) {
      Stranger author = scene.stranger(StrangerRole.AUTHOR);
      author.create(
          Kinds.POLICY,
          deep("red", "", 1)
              .replace(
                  "\"labels\"",
                  "\"annotations\": {\"policy.open-cluster-management.io/version\": \"1\\u001b[31m\\u202e\"}, \"labels\"")
              .replace(
                  "\"disabled\"",
                  "\"rolloutStrategy\": {\"type\": \"Progressive\", \"progressive\": {\"mandatoryDecisionGroups\": [{\"groupName\": \"\\u001b[31m\"}]}}, \"disabled\""));
      scene.deliver();
      for (List<String> command :
          List.of(List.of("status"), List.of("lint"), List.of("plan", "red"))) {
        CommandRun run = run(scene, author, command);
        assertThat(run.out() + run.err())
            .as("%s", command)
            .isNotBlank()
            .doesNotContain("\u001b", "\u202e");
      }
      assertThat(scene.worker().output()).doesNotContain("\u001b", "\u202e");
      scene.clear(Kinds.POLICY, author.namespace());
    }
  }

  private static CommandRun run(StrangerScene scene, Stranger author, List<String> command) {
    List<String> all = new ArrayList<>(command);
    all.addAll(
        List.of("--kubeconfig", scene.servers().kubeconfig().toString(), "-n", author.namespace()));
    return CommandRun.of(all.toArray(String[]::new));
  }

  /** The JSON of a policy with so many levels of maps below its only template. */
  private static String deep(String name, String labels, int levels) {
    return """
        {"apiVersion": "policy.open-cluster-management.io/v1", "kind": "Policy",
         "metadata": {"name": "%s", "labels": {%s}},
         "spec": {"disabled": false, "remediationAction": "inform",
          "policy-templates": [{"objectDefinition": {"a": %s1%s}}]}}
        """
        .formatted(name, labels, "{\"a\":".repeat(levels - 1), "}".repeat(levels - 1));
  }

  /** A root, one of a dotted name, and a replica of a root that does not exist. */
  private static void createDeep(Stranger author, int levels) {
    String labelled =
        "\"policy.open-cluster-management.io/root-policy\": \"%s.ghost\""
            .formatted(author.namespace());
    author.create(Kinds.POLICY, deep("deep-" + levels, "", levels));
    author.create(Kinds.POLICY, deep("dotted.deep-" + levels, "", levels));
    author.create(Kinds.POLICY, deep(author.namespace() + ".ghost-" + levels, labelled, levels));
  }
}

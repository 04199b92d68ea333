package io.sluice.hub.gate;

import static java.util.stream.Collectors.toMap;

import io.fabric8.kubernetes.api.model.GenericKubernetesResource;
import io.fabric8.kubernetes.api.model.ObjectMetaBuilder;
import io.sluice.gate.GateLabels;
import io.sluice.hub.client.HubObjects;
import io.sluice.hub.crd.Kinds;
import io.sluice.policy.PolicyApi;
import java.util.List;
import java.util.Map;

/**
 * Lists the Policies that the worker tries to create, in this order, to find out whether the gate
 * stands. None of them is stored.
 */
public enum GateProbe {
  /** The gate holds it, though it comes from the worker: it has a name of its own there. */
  HELD(
      "a staged replica without a ticket",
      ProbeAnswer.Result.HELD,
      PolicyApi.ROOT_POLICY,
      GateLabels.STAGED),

  /** Accepted from the worker alone. */
  RELEASED(
      "a staged replica with a ticket",
      ProbeAnswer.Result.ACCEPTED,
      PolicyApi.ROOT_POLICY,
      GateLabels.STAGED,
      GateLabels.TICKET),

  /** Refused to the worker alone. */
  FOREIGN("a policy that is not staged", ProbeAnswer.Result.CONFINED);

  /** The name for which the gate has a rule of its own. */
  static final String NAME = "sluice.gate-probe";

  private final String label;
  private final ProbeAnswer.Result expected;
  private final List<String> labels;

  GateProbe(String label, ProbeAnswer.Result expected, String... labels) {
    this.label = label;
    this.expected = expected;
    this.labels = List.of(labels);
  }

  /** Returns what it is, in words. */
  public String label() {
    return label;
  }

  /** Returns the answer where the gate stands. */
  public ProbeAnswer.Result expected() {
    return expected;
  }

  /** Returns the Policy, which has no content. */
  GenericKubernetesResource object(String namespace) {
    GenericKubernetesResource policy =
        HubObjects.object(
            Kinds.POLICY,
            new ObjectMetaBuilder()
                .withNamespace(namespace)
                .withName(NAME)
                .withLabels(labels.stream().collect(toMap(each -> each, each -> "probe")))
                .build());
    policy.setAdditionalProperty("spec", Map.of("disabled", true, PolicyApi.TEMPLATES, List.of()));
    return policy;
  }
}

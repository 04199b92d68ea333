package io.sluice.hub.gate;

import io.fabric8.kubernetes.client.KubernetesClientException;
import io.sluice.hub.client.HubApi;
import io.sluice.hub.client.HubException;
import io.sluice.hub.crd.Kinds;

/** Explains answers that do not show whether the gate stands. */
final class ProbeFailure {
  private static final String GRANT =
      "Grant it with the gate: kubectl apply -k deploy/gate, which names ServiceAccount sluice in"
          + " namespace sluice-system, or gate.enabled=true of the chart.";
  private static final int UNAUTHORIZED = 401;

  private ProbeFailure() {}

  /** Explains that the worker has no right to write what the gate lets through. */
  static GateState.Unknown noRight(String namespace) {
    return new GateState.Unknown(
        "the worker may not create policies in namespace " + namespace, GRANT);
  }

  /** Explains an answer that is neither an acceptance nor the gate's. */
  static GateState.Unknown of(String namespace, KubernetesClientException answer) {
    String reason = HubException.reason(answer).replaceFirst("\\.$", "");
    // Kubernetes 1.36 and later say "cannot impersonate-on:serviceaccount:create resource".
    if (reason.contains("cannot impersonate")) {
      return new GateState.Unknown(
          "this user may not act as the worker (%s)".formatted(reason),
          "Take a kubeconfig with the right to impersonate that ServiceAccount.");
    }
    if (reason.contains("cannot create resource")) {
      return noRight(namespace);
    }
    int code = answer.getCode();
    if (code <= 0) {
      return new GateState.Unknown(
          "no answer came from the hub (%s)".formatted(reason),
          "Check the address and the network.");
    }
    if (code == UNAUTHORIZED) {
      return new GateState.Unknown(
          "the hub does not know this user (401)", "Check its credentials.");
    }
    if (code == HubApi.NOT_FOUND) {
      return reason.contains("namespaces \"")
          ? new GateState.Unknown(
              "the hub has no namespace " + namespace, "It is that of the worker: create it.")
          : new GateState.Unknown(
              "the hub serves no " + Kinds.resource(Kinds.POLICY),
              "Install OCM's policy framework, or the CRDs as deploy/crds/README.md describes.");
    }
    return new GateState.Unknown(
        "the hub answered %d, and not for the gate (%s)".formatted(code, reason),
        "Find what refuses dry runs of Policy %s/%s, and let them pass."
            .formatted(namespace, GateProbe.NAME));
  }
}

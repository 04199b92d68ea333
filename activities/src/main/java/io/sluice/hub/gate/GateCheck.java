package io.sluice.hub.gate;

import static io.sluice.hub.gate.ProbeAnswer.Result.ACCEPTED;
import static io.sluice.hub.gate.ProbeAnswer.Result.FAILED;
import static java.util.Objects.requireNonNull;

import io.fabric8.kubernetes.api.model.APIResource;
import io.fabric8.kubernetes.api.model.authorization.v1.ResourceAttributesBuilder;
import io.fabric8.kubernetes.client.KubernetesClient;
import io.fabric8.kubernetes.client.KubernetesClientException;
import io.sluice.hub.client.AccessReview;
import io.sluice.hub.client.HubApi;
import io.sluice.hub.client.HubException;
import io.sluice.hub.crd.Kinds;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Finds out whether the gate stands, by requests that the gate must refuse, and one that it must
 * accept. They are dry runs: nothing is changed, also where no gate stands (gate 3).
 */
public final class GateCheck {
  private static final Logger LOG = LoggerFactory.getLogger(GateCheck.class);
  private static final String ADMISSION = "admissionregistration.k8s.io/v1";
  private static final int FORBIDDEN = 403;

  /** What {@code deploy/gate/gate.yaml} says to whoever writes before the turn of a cluster. */
  private static final String HELD = "Held by Sluice until the turn of cluster ";

  /** What it says to the worker. */
  private static final String CONFINED =
      "the worker of Sluice may write replicas with the label sluice.io/staged alone";

  private final KubernetesClient client;
  private final HubApi hub;
  private final String namespace;

  /**
   * Creates a check.
   *
   * @param client asks as the worker
   * @param namespace of the worker: nowhere else is anything tried
   */
  public GateCheck(KubernetesClient client, String namespace) {
    this.client = requireNonNull(client, "client is null");
    this.hub = new HubApi(client);
    this.namespace = requireNonNull(namespace, "namespace is null");
  }

  /** Sends the requests, and says what their answers mean; a hub that fails is an answer, too. */
  public GateReport check() {
    List<ProbeAnswer> answers = new ArrayList<>();
    Optional<GateState.Unknown> failure = noRight().or(() -> probe(answers));
    if (failure.isPresent()) {
      return new GateReport(answers, failure.get(), Optional.empty());
    }
    Optional<ServedAdmission> served = served();
    return new GateReport(
        answers, GateJudge.judge(answers, served), served.map(ServedAdmission::mutating));
  }

  /** Asked first: the hub's audit log is to show no forbidden requests of the worker. */
  private Optional<GateState.Unknown> noRight() {
    try {
      boolean granted =
          AccessReview.granted(
              client,
              new ResourceAttributesBuilder()
                  .withVerb("create")
                  .withGroup(Kinds.POLICY.getGroup())
                  .withResource(Kinds.POLICY.getPlural())
                  .withNamespace(namespace)
                  .build());
      return granted ? Optional.empty() : Optional.of(ProbeFailure.noRight(namespace));
    } catch (KubernetesClientException e) {
      return Optional.of(ProbeFailure.of(namespace, e));
    }
  }

  /** Sends the probes up to the first that fails, and returns why. */
  private Optional<GateState.Unknown> probe(List<ProbeAnswer> answers) {
    for (GateProbe probe : GateProbe.values()) {
      Optional<KubernetesClientException> refusal = refusal(probe);
      ProbeAnswer.Result result = refusal.map(GateCheck::result).orElse(ACCEPTED);
      answers.add(new ProbeAnswer(probe, result));
      if (result == FAILED) {
        return refusal.map(answer -> ProbeFailure.of(namespace, answer));
      }
    }
    return Optional.empty();
  }

  private Optional<KubernetesClientException> refusal(GateProbe probe) {
    try {
      hub.tryCreate(Kinds.POLICY, probe.object(namespace));
      return Optional.empty();
    } catch (KubernetesClientException e) {
      return Optional.of(e);
    }
  }

  private static ProbeAnswer.Result result(KubernetesClientException refusal) {
    if (refusal.getCode() == HubApi.CONFLICT) {
      // Somebody has made such an object; admission is asked first, and accepts.
      return ACCEPTED;
    }
    String reason = HubException.reason(refusal);
    if (refusal.getCode() != FORBIDDEN) {
      return FAILED;
    }
    if (reason.contains(HELD)) {
      return ProbeAnswer.Result.HELD;
    }
    return reason.contains(CONFINED) ? ProbeAnswer.Result.CONFINED : FAILED;
  }

  private Optional<ServedAdmission> served() {
    try {
      List<String> kinds = hub.served(ADMISSION).stream().map(APIResource::getKind).toList();
      return Optional.of(
          new ServedAdmission(
              kinds.contains("ValidatingAdmissionPolicy"),
              kinds.contains("MutatingAdmissionPolicy")));
    } catch (HubException e) {
      LOG.debug("which policies of admission are served is not known: {}", e.getMessage());
      return Optional.empty();
    }
  }
}

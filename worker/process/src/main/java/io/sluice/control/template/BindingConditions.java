package io.sluice.control.template;

import io.fabric8.kubernetes.api.model.GenericKubernetesResource;
import io.sluice.activation.ActivationDecision.Activate;
import io.sluice.control.template.WorkReconciler.WorkResult;
import io.sluice.hub.template.BindingStatus;
import io.sluice.template.work.TemplatePlan;
import io.sluice.template.work.TemplatePlan.DesiredBinding;
import io.sluice.template.work.WorkName;
import java.time.Instant;
import java.util.List;
import java.util.Map;

/** Formats the conditions of a binding (lazy-activation 1.4, 2.9). */
final class BindingConditions {
  private static final String ACTIVATED = "Activated";

  private BindingConditions() {}

  static Map<String, Object> of(
      GenericKubernetesResource binding,
      TemplatePlan plan,
      DesiredBinding desired,
      WorkResult works,
      Instant now) {
    BindingStatus status = new BindingStatus(binding, now);
    if (desired.unfit()) {
      status.condition(
          "Scheduled",
          false,
          "NoClusterFit",
          "The active placement selects no known cluster; the former ones keep what they have."
              + remarks(desired));
    } else {
      status.condition("Scheduled", true, "Success", "Clusters are chosen." + remarks(desired));
    }
    boolean served = works.unserved().isEmpty();
    status.condition(
        "FullyApplied",
        served && works.applied(),
        served ? "WorkStatus" : "ContentUnavailable",
        served
            ? "All Works report whether they are applied."
            : "The activated content is kept on no cluster any more, so that %s cannot get it. Activate the template, for example by a change of a label."
                .formatted(String.join(", ", works.unserved())));
    plan.decision()
        .match(
            activate -> status.condition(ACTIVATED, true, "UpToDate", upToDate(activate)),
            keep ->
                keep.record().pending().isPresent()
                    ? status.condition(ACTIVATED, false, "PendingUserChange", keep.because())
                    : status.condition(ACTIVATED, true, "UpToDate", keep.because()),
            hold -> status.condition(ACTIVATED, false, hold.reason(), hold.because()));
    return status.tree();
  }

  /** Formats the message as the next decision would, so that this has nothing to write. */
  private static String upToDate(Activate activate) {
    return "revision %s is active and desired"
        .formatted(activate.record().active().orElseThrow().revision());
  }

  private static String remarks(DesiredBinding desired) {
    StringBuilder remarks = new StringBuilder();
    if (!desired.unknown().isEmpty()) {
      remarks.append(
          " Not known, and ignored until they are: %s."
              .formatted(String.join(", ", desired.unknown())));
    }
    List<String> tooLong =
        desired.clusters().stream().filter(cluster -> !WorkName.addressable(cluster)).toList();
    if (!tooLong.isEmpty()) {
      remarks.append(
          " Their names are too long for a namespace of Works: %s."
              .formatted(String.join(", ", tooLong)));
    }
    return remarks.toString();
  }
}

package io.sluice.hub.crd;

import com.fasterxml.jackson.annotation.JsonProperty;
import com.fasterxml.jackson.annotation.JsonPropertyDescription;
import io.fabric8.generator.annotation.Max;
import io.fabric8.generator.annotation.Min;
import io.fabric8.generator.annotation.Required;
import io.fabric8.generator.annotation.Size;
import java.util.List;

/**
 * Describes evidence from elsewhere that groups need (between-waves 3). What an address, a duration
 * or an expression means is left to the check before an attempt, which says what is wrong with it.
 */
public record RolloutCheck(
    @Required @Size(min = 1, max = 63) @JsonPropertyDescription("Its name, in messages.")
        String name,
    @Size(max = 256)
        @JsonPropertyDescription(
            "Decision groups that start only when it has passed; ungrouped: clusters without one."
                + " Absent: every group but the first.")
        List<@Size(max = 63) String> before,
    @Size(max = 256)
        @JsonPropertyDescription(
            "Decision groups while whose clusters soak it is asked. Absent: none.")
        List<@Size(max = 63) String> during,
    @Size(max = 32)
        @JsonPropertyDescription("Time between two questions, from 10s to 24h. Default: 1m.")
        String interval,
    @Size(max = 32)
        @JsonPropertyDescription(
            "How long an answer may take: from 1s to the interval, and at most 5m. Default: 10s.")
        String timeout,
    @Min(1)
        @Max(100)
        @JsonPropertyDescription("Failed answers in a row that make it failed. Default: 1.")
        Integer failureLimit,
    @Size(max = 32)
        @JsonPropertyDescription(
            "Without a passed answer for longer it has failed, as 4h. Absent: never.")
        String giveUpAfter,
    @JsonPropertyDescription(
            "What it does when it has failed. Hold: groups wait, until it passes or a person lets"
                + " them pass. Halt: the rollout halts. Default: Hold.")
        Effect onFailure,
    @JsonPropertyDescription("Asks a Prometheus server.") Prometheus prometheus,
    @JsonPropertyDescription("Asks an HTTP server, which answers with a result.") Webhook webhook,
    @JsonPropertyDescription("Reads objects of the hub, in the namespace of the Rollout.")
        WatchedObject object,
    @Size(max = 200)
        @JsonPropertyDescription("Lets a group pass in one rollout, whatever is answered.")
        List<AttemptOverride> overrides) {
  /** The field by which the list is keyed. */
  public static final String KEY = "name";

  /** Lists what a failed check does. */
  public enum Effect {
    Hold,
    Halt
  }

  /** Names a Secret of the namespace of the Rollout. */
  public record SecretReference(
      @Required @Size(min = 1, max = 253) @JsonPropertyDescription("The name of the Secret.")
          String name) {}

  /** Describes a question to Prometheus. */
  public record Prometheus(
      @Required
          @Size(min = 1, max = 2048)
          @JsonPropertyDescription("Its URL, without /api/v1/query.")
          String address,
      @Required @Size(min = 1, max = 8192) @JsonPropertyDescription("What it is asked, in PromQL.")
          String query,
      @Required
          @Size(min = 1, max = 10240)
          @JsonPropertyDescription(
              "CEL about result, the list of samples with labels, value and time: true where it has"
                  + " passed.")
          String passed,
      @JsonProperty("wait")
          @Size(max = 10240)
          @JsonPropertyDescription(
              "CEL about result: true where it says neither. Absent: what has not passed has"
                  + " failed.")
          String waits,
      @JsonPropertyDescription("The Secret with the credentials.") SecretReference secretRef) {}

  /** Describes a question to an HTTP server. */
  public record Webhook(
      @Required @Size(min = 1, max = 2048) @JsonPropertyDescription("The URL that gets a POST.")
          String url,
      @JsonPropertyDescription("The Secret with the key that signs the question.")
          SecretReference secretRef,
      @JsonPropertyDescription("True: the question names the clusters. Default: false.")
          Boolean names) {}

  /** Describes which objects are read. */
  public record WatchedObject(
      @Required @Size(min = 1, max = 317) @JsonPropertyDescription("As in the object: apps/v1.")
          String apiVersion,
      @Required @Size(min = 1, max = 63) @JsonPropertyDescription("As in the object: Deployment.")
          String kind,
      @Size(min = 1, max = 253)
          @JsonPropertyDescription(
              "The name of one object. Without a name and a selector: all of the kind.")
          String name,
      @JsonPropertyDescription("Labels of the objects, instead of a name.")
          LabelConditions selector,
      @Required
          @Size(min = 1, max = 10240)
          @JsonPropertyDescription("CEL about object, true for each of them where it has passed.")
          String passed,
      @JsonProperty("wait")
          @Size(max = 10240)
          @JsonPropertyDescription(
              "CEL about object: true for one of them where it says neither. Absent: what has not"
                  + " passed has failed.")
          String waits) {}

  /** Describes which attempt passes in which group. */
  public record AttemptOverride(
      @Required
          @Size(min = 1, max = 253)
          @JsonPropertyDescription("status.rolloutUID of the rollout that passes; no other does.")
          String rolloutUID,
      @Required
          @Size(min = 1, max = 63)
          @JsonPropertyDescription("The group that passes; ungrouped: clusters without one.")
          String group,
      @Size(max = 253) @JsonPropertyDescription("Why, for who asks later.") String reason) {}
}

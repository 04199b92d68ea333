package io.sluice.workflow.owner;

import static java.util.Objects.requireNonNullElse;

import com.fasterxml.jackson.annotation.JsonProperty;
import io.temporal.api.common.v1.Memo;
import io.temporal.api.common.v1.Payload;
import io.temporal.common.converter.DataConverter;
import io.temporal.common.converter.DataConverterException;
import io.temporal.workflow.ContinueAsNewOptions;
import io.temporal.workflow.Workflow;
import java.util.Map;
import java.util.Optional;

/**
 * Names the hub that a run belongs to, as the run's memo does.
 *
 * <p>A run without such a memo is nobody's: a version before hubs had names has begun it, or a
 * person by hand.
 *
 * @param uid of the hub; empty where the memo cannot be decrypted, so that it is another hub's
 * @param address of the hub, for messages
 */
public record RunOwner(@JsonProperty("uid") String uid, @JsonProperty("address") String address) {
  static final String MEMO = "sluiceHub";

  /** Another hub's keys encrypt it. */
  private static final RunOwner UNREADABLE = new RunOwner("", "");

  public RunOwner {
    uid = requireNonNullElse(uid, "");
    address = requireNonNullElse(address, "");
  }

  /** Returns the memo of runs of this hub. */
  public Map<String, Object> memo() {
    return Map.of(MEMO, this);
  }

  /** Reads the memo of a run; empty if it names no hub. */
  public static Optional<RunOwner> of(Memo memo, DataConverter converter) {
    return Optional.ofNullable(memo.getFieldsMap().get(MEMO))
        .map(payload -> decoded(payload, converter));
  }

  private static RunOwner decoded(Payload payload, DataConverter converter) {
    try {
      return converter.fromPayload(payload, RunOwner.class, RunOwner.class);
    } catch (DataConverterException e) {
      return UNREADABLE;
    }
  }

  /** Reads the memo of the run whose workflow code calls this; empty if it names no hub. */
  public static Optional<RunOwner> ofRun() {
    return Optional.ofNullable(Workflow.getMemo(MEMO, RunOwner.class, RunOwner.class));
  }

  /** Returns options by which the next run of the chain keeps the memo: Temporal drops it. */
  public static ContinueAsNewOptions carriedOn() {
    ContinueAsNewOptions.Builder options = ContinueAsNewOptions.newBuilder();
    ofRun().ifPresent(owner -> options.setMemo(owner.memo()));
    return options.build();
  }

  /** Returns whether it is that hub. */
  public boolean is(HubIdentity hub) {
    return uid.equals(hub.uid());
  }

  /** Names it in a message: {@code hub https://hub.example.com:6443}. */
  String title() {
    return uid.isEmpty() ? "a hub that encrypts with another key" : "hub " + address;
  }
}

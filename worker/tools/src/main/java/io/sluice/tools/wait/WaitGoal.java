package io.sluice.tools.wait;

import java.util.Arrays;
import picocli.CommandLine.ITypeConverter;
import picocli.CommandLine.TypeConversionException;

/** Lists what can be waited for. */
enum WaitGoal {
  /** Every cluster has the version. */
  SUCCEEDED("Succeeded"),
  /** Only an approval is missing for the next cluster to start. */
  APPROVAL("Approval"),
  /** The attempt has ended, whatever its outcome, and no cluster is in flight. */
  DONE("Done");

  private final String label;

  WaitGoal(String label) {
    this.label = label;
  }

  @Override
  public String toString() {
    return label;
  }

  /** Converts the value of an option, in any case. */
  static final class Converter implements ITypeConverter<WaitGoal> {
    @Override
    public WaitGoal convert(String text) {
      return Arrays.stream(values())
          .filter(goal -> goal.label.equalsIgnoreCase(text))
          .findFirst()
          .orElseThrow(
              () ->
                  new TypeConversionException(
                      "it is none of: Succeeded, Approval, Done. Write one."));
    }
  }
}

package io.sluice.tools.gate;

import static java.util.Objects.requireNonNull;

import java.util.regex.Matcher;
import java.util.regex.Pattern;
import picocli.CommandLine.ITypeConverter;
import picocli.CommandLine.TypeConversionException;

/** Names the ServiceAccount under which the worker runs. */
record WorkerAccount(String namespace, String name) {
  WorkerAccount {
    requireNonNull(namespace, "namespace is null");
    requireNonNull(name, "name is null");
  }

  /** Returns the name of its user. */
  String user() {
    return "system:serviceaccount:%s:%s".formatted(namespace, name);
  }

  /** Converts {@code NAMESPACE:NAME}. */
  static final class Converter implements ITypeConverter<WorkerAccount> {
    private static final Pattern TEXT =
        Pattern.compile("(?<namespace>[a-z0-9-]+):(?<name>[a-z0-9.-]+)");

    @Override
    public WorkerAccount convert(String text) {
      Matcher parts = TEXT.matcher(text);
      if (parts.matches()) {
        return new WorkerAccount(parts.group("namespace"), parts.group("name"));
      }
      throw new TypeConversionException(
          "it is no ServiceAccount. Write its namespace and its name, such as"
              + " sluice-system:sluice.");
    }
  }
}

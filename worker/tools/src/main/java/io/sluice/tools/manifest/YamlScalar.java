package io.sluice.tools.manifest;

import java.math.BigInteger;
import java.util.Map;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.snakeyaml.engine.v2.nodes.Tag;
import org.snakeyaml.engine.v2.resolver.ScalarResolver;

/**
 * Reads scalars of YAML by the rules of kubectl, which are those of YAML 1.1: {@code yes} and
 * {@code off} are booleans, {@code 0644} is an octal number, and a date is a text.
 */
final class YamlScalar implements ScalarResolver {
  private static final Pattern TRUE = Pattern.compile("y|Y|yes|Yes|YES|true|True|TRUE|on|On|ON");
  private static final Pattern FALSE =
      Pattern.compile("n|N|no|No|NO|false|False|FALSE|off|Off|OFF");
  private static final Pattern NULL = Pattern.compile("|~|null|Null|NULL");
  private static final Pattern WHOLE =
      Pattern.compile(
          "(?<sign>[-+]?)(0[xX](?<hex>[0-9a-fA-F]+)|0[bB](?<binary>[01]+)|0[oO]?(?<octal>[0-7]+)|(?<decimal>0|[1-9][0-9]*))");
  private static final Pattern FRACTION =
      Pattern.compile("[-+]?(\\.[0-9]+|[0-9]+(\\.[0-9]*)?)([eE][-+]?[0-9]+)?");
  private static final Pattern NO_NUMBER =
      Pattern.compile("[-+]?\\.(inf|Inf|INF)|\\.(nan|NaN|NAN)");
  private static final Map<String, Integer> BASES =
      Map.of("hex", 16, "binary", 2, "octal", 8, "decimal", 10);
  private static final int LARGEST = 64;

  @Override
  public Tag resolve(String value, Boolean implicit) {
    if (!implicit) {
      return Tag.STR;
    }
    if (NULL.matcher(value).matches()) {
      return Tag.NULL;
    }
    if (TRUE.matcher(value).matches() || FALSE.matcher(value).matches()) {
      return Tag.BOOL;
    }
    if (NO_NUMBER.matcher(value).matches()) {
      return Tag.FLOAT;
    }
    return number(value).isEmpty() ? Tag.STR : Tag.INT;
  }

  /** Returns the boolean that a scalar stands for; empty if it stands for none. */
  static Optional<Boolean> bool(String value) {
    return TRUE.matcher(value).matches()
        ? Optional.of(true)
        : Optional.of(false).filter(no -> FALSE.matcher(value).matches());
  }

  /** Returns the number that a scalar stands for; empty if JSON has none such. */
  static Optional<Number> number(String value) {
    if (value.isEmpty() || "0123456789+-.".indexOf(value.charAt(0)) < 0) {
      return Optional.empty();
    }
    String plain = value.charAt(0) == '.' ? value : value.replace("_", "");
    Matcher whole = WHOLE.matcher(plain);
    if (whole.matches()) {
      BigInteger number = whole(whole);
      return Optional.of(
          number.bitLength() > LARGEST ? (Number) number.doubleValue() : smallest(number));
    }
    return FRACTION.matcher(plain).matches()
        ? Optional.of(Double.valueOf(plain))
            .filter(number -> !Double.isInfinite(number))
            .map(x -> x)
        : Optional.empty();
  }

  private static BigInteger whole(Matcher whole) {
    String base =
        BASES.keySet().stream().filter(name -> whole.group(name) != null).findFirst().orElseThrow();
    BigInteger number = new BigInteger(whole.group(base), BASES.get(base));
    return whole.group("sign").equals("-") ? number.negate() : number;
  }

  private static Number smallest(BigInteger number) {
    if (number.bitLength() < Integer.SIZE) {
      return number.intValue();
    }
    return number.bitLength() < Long.SIZE ? (Number) number.longValue() : number;
  }
}

package dev.ose.keeper;

import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.noClasses;

import com.tngtech.archunit.base.DescribedPredicate;
import com.tngtech.archunit.core.domain.JavaMethodCall;
import com.tngtech.archunit.core.importer.ImportOption;
import com.tngtech.archunit.junit.AnalyzeClasses;
import com.tngtech.archunit.junit.ArchTest;
import com.tngtech.archunit.lang.ArchRule;
import java.util.Set;

/** Architecture rules of the keeper. */
@AnalyzeClasses(packages = "dev.ose.keeper", importOptions = ImportOption.DoNotIncludeTests.class)
class ArchitectureTest {

    /** Methods of String that compile a regular expression. */
    private static final Set<String> EXPRESSIONS = Set.of("matches", "split", "replaceAll", "replaceFirst");

    private static final String SUPPORT = "..keeper.support..";

    @ArchTest
    static final ArchRule logsAreNotMatchedByRegularExpressions = noClasses()
            .that()
            .resideInAPackage(SUPPORT)
            .should()
            .dependOnClassesThat()
            .resideInAPackage("java.util.regex..")
            .because("logs hold what clients wrote, and what clients write is matched in linear time");

    @ArchTest
    static final ArchRule logsAreNotMatchedByStringsExpressions = noClasses()
            .that()
            .resideInAPackage(SUPPORT)
            .should()
            .callMethodWhere(new DescribedPredicate<JavaMethodCall>("String compiles a regular expression") {
                @Override
                public boolean test(JavaMethodCall call) {
                    return call.getTargetOwner().isEquivalentTo(String.class)
                            && EXPRESSIONS.contains(call.getTarget().getName());
                }
            })
            .because("logs hold what clients wrote, and what clients write is matched in linear time");
}

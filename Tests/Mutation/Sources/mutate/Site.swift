import SwiftOperators
import SwiftParser
import SwiftSyntax

/// A place where a program can be changed, so that it still compiles and means something else.
struct Site {
    enum Kind: String, CaseIterable, Codable {
        case comparison, logic, arithmetic, fallback, condition, constant, order, statement
    }

    let kind: Kind
    /// The bytes of the file that are changed.
    let range: Range<Int>
    let line: Int
    /// The code as it is, and as the mutant has it.
    let before: String
    let after: String
    /// The code with both, by the mutant's number.
    let choice: (_ number: Int) -> String
}

/// Finds the sites of a file.
final class SiteFinder: SyntaxVisitor {
    private(set) var sites: [Site] = []
    private let converter: SourceLocationConverter

    static func sites(of source: String) -> [Site] {
        let tree = Parser.parse(source: source)
        // An operator that it does not know stays as it was parsed, and is not a site.
        let folded = OperatorTable.standardOperators.foldAll(tree) { _ in }
        let finder = SiteFinder(SourceLocationConverter(fileName: "", tree: folded))
        finder.walk(folded)
        return finder.sites
    }

    private init(_ converter: SourceLocationConverter) {
        self.converter = converter
        super.init(viewMode: .sourceAccurate)
    }

    // MARK: Operators

    override func visit(_ node: InfixOperatorExprSyntax) -> SyntaxVisitorContinueKind {
        guard let name = node.operator.as(BinaryOperatorExprSyntax.self)?.operator.text else { return .visitChildren }
        let (left, right) = (node.leftOperand, node.rightOperand)
        switch name {
        case "<", "<=", ">", ">=", "==", "!=":
            let other = ["<": "<=", "<=": "<", ">": ">=", ">=": ">", "==": "!=", "!=": "=="][name] ?? name
            add(.comparison, node, with: "\(left.code) \(other) \(right.code)")
        case "&&", "||":
            add(.logic, node, with: "\(left.code) \(name == "&&" ? "||" : "&&") \(right.code)")
        case "+", "-":
            // Texts and lists have a sum and no difference.
            guard left.is(IntegerLiteralExprSyntax.self) || right.is(IntegerLiteralExprSyntax.self) else { break }
            add(.arithmetic, node, with: "\(left.code) \(name == "+" ? "-" : "+") \(right.code)")
        case "??":
            add(.fallback, node, with: right.code)
        default: break
        }
        return .visitChildren
    }

    // MARK: Conditions and constants

    override func visit(_ node: ConditionElementSyntax) -> SyntaxVisitorContinueKind {
        // A comparison has sites of its own, which are harder to see for a test.
        if case .expression(let condition) = node.condition, !condition.is(InfixOperatorExprSyntax.self) {
            add(.condition, condition, with: "!(\(condition.code))")
        }
        return .visitChildren
    }

    override func visit(_ node: TernaryExprSyntax) -> SyntaxVisitorContinueKind {
        if !node.condition.is(InfixOperatorExprSyntax.self) {
            add(.condition, node.condition, with: "!(\(node.condition.code))")
        }
        return .visitChildren
    }

    override func visit(_ node: IntegerLiteralExprSyntax) -> SyntaxVisitorContinueKind {
        let text = node.literal.text
        // Other than in decimals a number is a pattern of bits or a character.
        if let value = Int(text.filter { $0 != "_" }) { add(.constant, node, with: String(value + 1)) }
        return .skipChildren
    }

    override func visit(_ node: BooleanLiteralExprSyntax) -> SyntaxVisitorContinueKind {
        add(.constant, node, with: node.literal.text == "true" ? "false" : "true")
        return .skipChildren
    }

    // MARK: Statements

    override func visit(_ node: CodeBlockItemListSyntax) -> SyntaxVisitorContinueKind {
        let items = Array(node)
        // The only statement of a closure or a body can be its value.
        guard items.count > 1 else { return .visitChildren }
        for (index, item) in items.enumerated() where Self.isMovable(item) {
            if !item.item.is(GuardStmtSyntax.self) {
                add(.statement, item, with: "", choice: { "if !isMutant(\($0)) { \(item.code) }" })
            }
            guard index + 1 < items.count, Self.isMovable(items[index + 1]) else { continue }
            let next = items[index + 1]
            let (first, second) = (item.code, next.code)
            add(
                .order, from: Syntax(item), to: Syntax(next), with: "\(second)\n\(first)",
                choice: { "if isMutant(\($0)) {\n\(second)\n\(first)\n} else {\n\(first)\n\(second)\n}" })
        }
        return .visitChildren
    }

    /// Whether a statement makes no name that others use: a call of other than an initializer's own, or a guard without
    /// bindings.
    private static func isMovable(_ item: CodeBlockItemSyntax) -> Bool {
        switch item.item {
        case .expr(var expression):
            while true {
                if let attempt = expression.as(TryExprSyntax.self) {
                    expression = attempt.expression
                } else if let wait = expression.as(AwaitExprSyntax.self) {
                    expression = wait.expression
                } else {
                    let called = expression.as(FunctionCallExprSyntax.self)?.calledExpression
                    return called.map { $0.as(MemberAccessExprSyntax.self)?.declName.baseName.text != "init" } ?? false
                }
            }
        case .stmt(let statement):
            return statement.as(GuardStmtSyntax.self)?.conditions.allSatisfy { $0.condition.is(ExprSyntax.self) }
                ?? false
        case .decl: return false
        }
    }

    // MARK: What is not an expression of the program

    override func visit(_: AttributeSyntax) -> SyntaxVisitorContinueKind { .skipChildren }
    override func visit(_: EnumCaseDeclSyntax) -> SyntaxVisitorContinueKind { .skipChildren }
    override func visit(_: SwitchCaseLabelSyntax) -> SyntaxVisitorContinueKind { .skipChildren }
    override func visit(_: ExpressionPatternSyntax) -> SyntaxVisitorContinueKind { .skipChildren }
    override func visit(_: MacroExpansionExprSyntax) -> SyntaxVisitorContinueKind { .skipChildren }
    override func visit(_: IfConfigDeclSyntax) -> SyntaxVisitorContinueKind { .skipChildren }

    // MARK: -

    private func add(_ kind: Site.Kind, _ node: some SyntaxProtocol, with after: String) {
        let before = node.code
        add(kind, node, with: after) { "(isMutant(\($0)) ? (\(after)) : (\(before)))" }
    }

    private func add(
        _ kind: Site.Kind, _ node: some SyntaxProtocol, with after: String, choice: @escaping (Int) -> String
    ) {
        add(kind, from: Syntax(node), to: Syntax(node), with: after, choice: choice)
    }

    private func add(
        _ kind: Site.Kind, from first: Syntax, to last: Syntax, with after: String, choice: @escaping (Int) -> String
    ) {
        let start = first.positionAfterSkippingLeadingTrivia
        let range = start.utf8Offset..<last.endPositionBeforeTrailingTrivia.utf8Offset
        let before = first.id == last.id ? first.code : "\(first.code)\n\(last.code)"
        sites.append(
            Site(
                kind: kind, range: range, line: converter.location(for: start).line, before: before, after: after,
                choice: choice))
    }
}

extension SyntaxProtocol {
    /// The text without what surrounds it.
    var code: String { trimmedDescription }
}
